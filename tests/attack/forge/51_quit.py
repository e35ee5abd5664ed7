# expect: not pass
# control: none
quit()
