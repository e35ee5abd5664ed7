# expect: pass confirmed
# task: point
import dataclasses
@dataclasses.dataclass
class Point:
    x: int
    y: int
def f(x):
    return Point(x, x + 1)
