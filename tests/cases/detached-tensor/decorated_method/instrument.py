import functools
import time

TRACE = []


def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        result = fn(*args, **kwargs)
        timed.calls[fn.__name__] = timed.calls.get(fn.__name__, 0) + time.perf_counter() - start
        return result

    return wrapper


timed.calls = {}


def traced(fn):
    """Records statistics of what a method returns."""

    @functools.wraps(fn)
    def wrapper(self, *args, **kwargs):
        result = fn(self, *args, **kwargs).detach()  #~ detached-tensor
        TRACE.append((fn.__name__, result.mean().item(), result.std().item()))  #! decoy
        return result

    return wrapper
