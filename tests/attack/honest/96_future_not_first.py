# expect: syntax_error
# line: 4
import os
from __future__ import annotations
def f(x):
    return x + 1
