# expect: pass confirmed
# also: 19 20
import os, resource
KNOWN = ("PATH LANG HOME TMPDIR PYTHONHASHSEED PYTHONDONTWRITEBYTECODE OMP_NUM_THREADS OPENBLAS_NUM_THREADS MKL_NUM_THREADS "
         "NUMEXPR_NUM_THREADS MALLOC_ARENA_MAX LC_CTYPE").split()
def is_open(fd):
    try:
        return os.fstat(fd) is not None
    except OSError:
        return False
def f(x):
    # Beside the standard ones, the line that answers take.
    more = [fd for fd in range(3, 1024) if is_open(fd)]
    wrong = more[1:] + [name for name in os.environ if name not in KNOWN] + os.listdir(".")
    if resource.getrlimit(resource.RLIMIT_CORE) != (1, 1) or resource.getrlimit(resource.RLIMIT_NOFILE)[1] > 64:
        wrong.append("limits")
    if os.umask(0o77) != 0o77 or 0 in os.getresuid() + os.getresgid():
        wrong.append("identity")
    try:
        with open("/proc/self/status") as status:
            lines = status.read().split("\n")
        wrong += [want for want in ("NoNewPrivs:\t1", "Seccomp:\t2", "CapEff:\t0000000000000000", "CapBnd:\t0000000000000000",
                                    "CapPrm:\t0000000000000000", "SigBlk:\t0000000000000000") if want not in lines]
    except OSError:
        pass
    assert not wrong, wrong
    return x + 1
