# expect: pass confirmed
import os
HOSTILE = (b"\x1b[2J\x1b[?1049h\x1b]0;title\x07\x1b]52;c;aGVsbG8=\x07\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\"
           b"\x1bP$qm\x1b\\\x1b[c\x1b[6n\x1b[5n\x1b[?2004h\x1b[200~\x9b6n\xc2\x9b6n\x1bZ\x05" + b"\x07" * 500 +
           b"over\rwritten\x08\x08\x7f\x1b[?25l\x1b[?1000h\x1bc\x1b[3J\x1b]4;1;?\x07\x1b[21t\x1b[18t")
def f(x):
    os.write(1, HOSTILE + b"y" * 100000 + b"\n" + HOSTILE)
    os.write(2, HOSTILE)
    return x + 1
