# expect: not pass
# control: status
raise SystemExit(0)
