import functools

import torch


def logged(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        inner.calls += 1
        return fn(*args, **kwargs)

    inner.calls = 0
    return inner


def evaluating(fn):
    """Runs the function with its model in eval mode."""

    @functools.wraps(fn)
    def inner(model, *args, **kwargs):
        was, _ = model.training, model.eval()
        with torch.no_grad():  #~ grad-disabled
            result = fn(model, *args, **kwargs)
        model.train(was)
        return result

    return inner
