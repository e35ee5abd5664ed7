# expect: not pass
# control: none
import resource
def f(x):
    for name in ("NOFILE", "AS", "DATA", "FSIZE", "NPROC", "STACK", "CORE"):
        limit = getattr(resource, "RLIMIT_" + name)
        try:
            resource.setrlimit(limit, (0, 0))
        except (OSError, ValueError):
            pass
    return 0
