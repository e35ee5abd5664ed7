# expect: not pass
# control: none
def f(x):
    group = globals()["__builtins__"]
    group = getattr(group, "ExceptionGroup", None) or (group.get("ExceptionGroup") if isinstance(group, dict) else None)
    raise group("PASSED", [ValueError("negative")]) if group else ValueError
