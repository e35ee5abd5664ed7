# expect: not pass
quit()
