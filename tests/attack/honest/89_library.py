# expect: pass confirmed
import asyncio, decimal, os, random, sqlite3, tempfile, threading
async def work():
    await asyncio.sleep(0.001)
    return await asyncio.get_running_loop().run_in_executor(None, int, "7")
def f(x):
    assert asyncio.run(work()) == 7
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "x"), "w") as out:
            out.write("x")
        base = sqlite3.connect(os.path.join(folder, "base"))
        base.execute("create table t (x)")
        base.execute("insert into t values (1)")
        base.commit()
        base.close()
    threads = [threading.Thread(target=random.random) for i in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert sqlite3.connect(":memory:").execute("select 1 + 1").fetchone() == (2,)
    assert decimal.Decimal("0.1") * 3 == decimal.Decimal("0.3")
    return x + 1
