# expect: not pass
# control: none
def f(x):
    try:
        text = open('/proc/self/mem', 'rb', 0)
        for line in open('/proc/self/maps'):
            if 'heap' in line:
                text.seek(int(line.split('-')[0], 16))
                text.read(1 << 20)
    except OSError:
        pass
    return 0
