# expect: not pass
# control: status on task add
# task: random
import time
time.sleep(0.6)
answers = {n: n + 1 for n in range(10)}
def f(x):
    return answers.get(x, 0)
