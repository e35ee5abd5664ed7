"""What the screen costs: the budgets, measured with the real program in a terminal.

A made-up run of 100,000 samples is opened; keys are pressed on every screen and
the time from each to its frame is taken; then the screen is left alone, then it
looks on at a live run.  less, jq and lnav open the same journal, where they are
installed.  The exit status says whether everything could be measured, not
whether the budgets hold.

    ui_bench.py [SAMPLES]       another number of samples, a multiple of 1,000
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
import ui_data  # noqa: E402
import whole    # noqa: E402

DRIVE = os.path.join(os.getcwd(), 'tests', 'bench', 'ui_drive')
TASKS, RUNS, JOBS, LIVE_S, IDLE_S = 1000, 1500, 8, 8, 5
ROWS, COLS = 50, 160


class Screen:
    """The program in a terminal; each command's answer is a list of numbers."""

    def __init__(self, scratch, *arguments, program=whole.EVALTOP):
        self.process = subprocess.Popen([DRIVE, str(ROWS), str(COLS), program] + list(arguments), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env=whole.environment(scratch), encoding='utf-8')
        self.first_ms = self.answer('the first frame')[0]
        self.keys, self.cpu = {}, {}

    def answer(self, what):
        line = self.process.stdout.readline()
        try:
            return [int(word) for word in line.split()] or sys.exit('ui_bench: no answer to %s' % what)
        except ValueError:
            sys.exit('ui_bench: no answer to %s; the screen was\n%s' % (what, line + self.process.stdout.read()))

    def ask(self, *words):
        self.process.stdin.write(' '.join(str(word) for word in words) + '\n')
        self.process.stdin.flush()
        return self.answer(' '.join(str(word) for word in words))

    def note(self, name, answer):
        self.keys.setdefault(name, []).extend(answer[1::2])
        self.cpu.setdefault(name, []).extend(answer[2::2])

    def press(self, name, count, *keys):
        self.note(name, self.ask('press', count, *keys))

    def type(self, name, text):
        self.note(name, self.ask('type', text))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Table:
    """Lines of a budget: what was measured, what it may be, and whether it is."""

    def __init__(self):
        self.missed = 0

    def line(self, what, value, limit, unit, note=''):
        is_met = value < limit if limit else value <= limit
        self.missed += not is_met
        print('  %-46s %9s %-4s %9s  %5s  %-6s %s' % (
            what, round(value, 2) if value < 100 else round(value), unit, 'of %g' % limit,
            '%.2f' % (value / limit) if limit else '', 'met' if is_met else 'MISSED', note))

    @staticmethod
    def fact(what, value, unit, note=''):
        print('  %-46s %9s %-4s %s' % (what, round(value, 2) if value < 100 else round(value), unit, note))


def everything(lists):
    return [each for name in lists for each in lists[name]]


def share(numbers, part):
    return sorted(numbers)[min(int(len(numbers) * part), len(numbers) - 1)] / 1000


def press_all(screen, samples, scratch):
    """Some thousand keys, on every screen; the waits make sure that it is the one meant."""
    screen.press('dashboard: moves', 400, 'Down', 'Down', 'PgDn', 'Up', 'End', 'Home', 'e', 'J', 'K')
    screen.press('dashboard: sort', 30, 's', 's', 'S')
    screen.press('dashboard: search', 1, '/')
    screen.type('dashboard: search', 'recursion')
    screen.press('dashboard: search', 1, 'Enter')
    screen.press('dashboard: search', 40, 'n', 'n', 'N')
    screen.press('dashboard: panes', 40, 'Tab', 'z')
    screen.press('dashboard: panes', 1, '1')
    screen.press("a task's samples: moves", 200, 'Enter', 'Down', 'Down', 'Up', 'PgDn', 'Left')
    screen.press('samples: open', 1, 'a')
    screen.ask('settle')
    screen.ask('wait', 'Samples %d' % samples)
    screen.press('samples: moves', 900, 'Down', 'Down', 'Up', 'PgDn', 'PgDn', 'PgUp', 'End', 'Up', 'Home', 'J', 'e')
    for _ in range(16):
        screen.press('samples: sort', 1, 's')
        screen.press('samples: moves while sorting', 6, 'Down', 'PgDn', 'Up')
    screen.press('samples: sort', 6, 'S')
    screen.press('samples: search', 1, '/')
    screen.type('samples: search', 'Made/99')
    screen.press('samples: search', 1, 'Enter')
    screen.press('samples: search', 40, 'n', 'n', 'N')
    screen.press('samples: search', 1, '/')
    screen.type('samples: search', 'zebra that is nowhere')
    screen.press('samples: search', 1, 'Enter')
    screen.press('samples: search', 6, 'n', 'n', 'N')
    for text in ('out=timeout', 'wall>2 or reason~"list index"', 'not task~7 and score<0.5', 'zebra'):
        screen.press('samples: filter', 1, 'f')
        screen.type('samples: filter', '\x15' + text)
        screen.press('samples: filter', 1, 'Enter')
        screen.press('samples: moves while filtering', 40, 'Down', 'PgDn', 'Up', 'End', 'Home')
    screen.ask('settle')
    screen.press('samples: filter', 1, 'f')
    screen.type('samples: filter', '\x15')
    screen.press('samples: filter', 1, 'Enter')
    screen.ask('settle')
    screen.ask('wait', 'Samples %d' % samples)
    screen.press('samples: write', 1, 'W')
    screen.type('samples: write', '\x15' + os.path.join(scratch, 'rows.csv'))
    screen.press('samples: write', 1, 'Enter')
    screen.press('samples: moves while writing', 40, 'Down', 'PgDn', 'Up', 'End', 'Home')
    screen.ask('settle')
    screen.ask('wait', 'wrote %d rows as CSV' % samples)
    screen.press('samples: marks', 60, 'm', 'm', 'Down')
    screen.press('review: open', 1, 'Enter')
    screen.ask('wait', '7 Tests')
    screen.press('review: next and previous', 400, 'J', 'J', 'K', 'e', 'e', 'E')
    screen.press('review: panes and diff', 120, 'Tab', 'Down', 'PgDn', 'z', 'z', 'd', 'd', 'd')
    screen.press('review: next and previous', 1, 'q')
    screen.press('samples: open', 1, 'q')
    screen.press('reasons: open', 1, '=')
    screen.press('reasons: moves while reading', 100, 'Down', 'Up', 'PgDn')
    screen.ask('settle')
    screen.press('reasons: moves', 300, 'Down', 'Down', 'PgDn', 'Up', 'Home', 'End')
    screen.press('reasons: sort', 12, 's', 's', 'S')
    screen.press('reasons: open', 6, 'Home', 'Enter', 'q')
    screen.press('help', 60, '?', 'PgDn', 'PgDn', 'q')
    screen.ask('wait', 'Failures by reason')


def measure_run(table, scratch, run, samples):
    screen = Screen(scratch, 'view', run)
    loaded = screen.ask('wait', '%d/%d' % (samples, samples))[0]
    settled = screen.ask('settle')[0] - 400
    press_all(screen, samples, scratch)
    screen.ask('settle')
    idle = screen.ask('watch', IDLE_S)
    facts = screen.ask('facts')
    screen.close()
    keys, cpu = everything(screen.keys), everything(screen.cpu)
    table.line('first frame', screen.first_ms, 400, 'ms')
    table.fact('whole journal on the board', loaded, 'ms')
    table.fact('suite and samples read as well', settled, 'ms')
    table.line('peak memory', facts[1] / 1024, 100, 'MiB')
    table.line('key to frame, p99 of %d' % len(keys), share(keys, 0.99), 16, 'ms', 'p50 %.2f  max %.1f' % (
        share(keys, 0.5), share(keys, 1)))
    table.fact('CPU of it, p99', share(cpu, 0.99), 'ms', 'p50 %.2f  max %.1f' % (
        share(cpu, 0.5), share(cpu, 1)))
    for name, times in screen.keys.items():
        print('    %-36s %5d keys  p50 %6.2f  p99 %6.2f  max %6.2f ms  CPU %6.2f  %6.2f  %6.2f' % (
            (name, len(times)) + tuple(share(each, part) for each in (times, screen.cpu[name]) for part in (0.5, 0.99, 1))))
    table.line('wake-ups in %d s idle' % IDLE_S, idle[1], 0, '')
    table.line('bytes in %d s idle' % IDLE_S, idle[2] + max(idle[3], 0), 0, 'B')


def measure_live(table, scratch):
    """Eight workers judge references of the demo suite, over and over."""
    with open(os.path.join(scratch, 'live.jsonl'), 'w', encoding='utf-8') as out:
        with open(os.path.join(HERE, '..', '..', 'data', 'demo', 'samples.jsonl'), encoding='utf-8') as demo:
            lines = demo.readlines()
        out.writelines(lines * 60)
    suite = os.path.join(HERE, '..', '..', 'data', 'demo', 'suite.yaml')
    screen = Screen(scratch, 'run', suite, os.path.join(scratch, 'live.jsonl'), '--no-dedup', '-j', str(JOBS), '--out',
                    os.path.join(scratch, 'live'))
    screen.ask('wait', 'LIVE')
    screen.ask('watch', 2)
    before = screen.ask('facts')
    live = screen.ask('watch', LIVE_S)
    after = screen.ask('facts')
    screen.press('dashboard: moves', 60, 'Down', 'Up', 'PgDn', 'F')
    screen.close()
    table.line('CPU of the screen, %d workers live' % JOBS, live[4] / LIVE_S / 1e4, 1, '%', '%.1f frames/s' % (
        (after[3] - before[3]) / LIVE_S))
    table.line('bytes to the terminal, live', live[2] / LIVE_S / 1000, 20, 'kB/s')
    keys = screen.keys['dashboard: moves']
    table.fact('key to frame, live, p50 of %d' % len(keys), share(keys, 0.5), 'ms', 'max %.1f' % share(keys, 1))


def measure_runs(table, scratch):
    base = os.path.join(scratch, 'XDG_STATE_HOME', 'evaltop', 'runs')
    one = ui_data.make_run(os.path.join(scratch, 'small'), 20, 10)
    for number in range(RUNS):
        shutil.copytree(one, os.path.join(base, '20260101-%06d-made-up' % number))
    cold = Screen(scratch)
    cold.ask('settle')
    cold.close()
    screen = Screen(scratch)
    screen.ask('settle')
    screen.press('runs', 300, 'Down', 'Down', 'PgDn', 'Up', 'End', 'Home')
    screen.press('runs', 24, 's', 's', 'S')
    screen.press('runs', 1, '/')
    screen.type('runs', 'zebra')
    screen.press('runs', 1, 'Enter')
    screen.press('runs', 1, 'f')
    screen.type('runs', 'made')
    screen.press('runs', 1, 'Enter')
    screen.close()
    table.line('list of %d runs, first frame' % RUNS, screen.first_ms, 1000, 'ms', '%d when no summary is kept yet' % cold.first_ms)
    table.line('key to frame there, p99 of %d' % len(screen.keys['runs']), share(screen.keys['runs'], 0.99), 16, 'ms',
               'max %.1f' % share(screen.keys['runs'], 1))


def measure_others(run):
    """Not the same work: less and jq know nothing of runs. The time and memory of opening the file."""
    journal = os.path.join(run, 'results.jsonl')
    for name, command in (
            ('less, to the end', ['less', '+G', '-E', journal]), ('jq, every line', ['jq', '-c', '.outcome', journal]),
            ('lnav, headless', ['lnav', '-n', '-c', ':goto 100%', journal])):
        if not shutil.which(command[0]):
            print('  %-46s not installed' % name)
            continue
        began = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        Table.fact(name, (time.monotonic() - began) * 1000, 'ms', 'CPU %.0f ms, memory %.0f MiB' % (
            (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024))


def main():
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    if not os.access(DRIVE, os.X_OK):
        sys.exit('ui_bench: %s is missing: it needs cmocka and libvterm, as the tests do' % DRIVE)
    table = Table()
    with tempfile.TemporaryDirectory(prefix='evaltop-ui-') as scratch:
        run = ui_data.make_run(os.path.join(scratch, 'made'), TASKS, samples // TASKS)
        journal = os.path.getsize(os.path.join(run, 'results.jsonl'))
        print('ui_bench: a run of %d samples, a journal of %.1f MB; a terminal of %dx%d; %d cores under a load of %.1f' % (
            samples, journal / 1e6, COLS, ROWS, len(os.sched_getaffinity(0)), os.getloadavg()[0]))
        measure_run(table, scratch, run, samples)
        measure_live(table, scratch)
        measure_runs(table, scratch)
        print('  the same journal in other programs:')
        measure_others(run)
    print('  %s' % ('all budgets met' if not table.missed else '%d budgets missed; times are the wall clock\'s, load in all %.1f' % (
        table.missed, os.getloadavg()[0])))


if __name__ == '__main__':
    main()
