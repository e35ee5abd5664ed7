# expect: not pass
# control: none
import sys
monitoring = getattr(sys, "monitoring", None)
if monitoring:
    monitoring.use_tool_id(1, "x")
    monitoring.register_callback(1, monitoring.events.RAISE, lambda *a: monitoring.DISABLE)
    monitoring.set_events(1, monitoring.events.RAISE)
def f(x):
    return 0
