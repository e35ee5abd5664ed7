# expect: not pass
raise SystemExit(0)
