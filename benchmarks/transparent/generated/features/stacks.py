"""What the program sees of its own stack while torch works."""

from __future__ import annotations

import inspect
import logging
import sys
import traceback

import torch


def _names(levels):
    """The innermost callers, as a program counts them."""
    return [sys._getframe(1 + level).f_code.co_name for level in range(levels)]


class Looking(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        SHOWN.append([func.__name__, _names(2)])
        return super().__torch_function__(func, types, args, kwargs or {})


SHOWN = []


def seen_from_a_hook(run, a, b, k):
    made = a * 2
    made.register_hook(lambda g: run.note(_names(2), [f.name for f in traceback.extract_stack()][-3:]))
    made.sum().backward()


def seen_from_a_subclass(run, a, b, k):
    torch.rand(3).as_subclass(Looking).exp().sum()
    shown, SHOWN[:] = list(SHOWN), []
    run.note(shown)


def seen_from_a_module(run, a, b, k):
    layer = torch.nn.Tanh()
    layer.register_forward_hook(lambda m, i, o: run.note([f.function for f in inspect.stack(0)][:5]))
    return layer(a)


def logged(run, a, b, k):
    logger = logging.getLogger(f"generated.{k % 3}")
    made = a * 2
    made.register_hook(lambda g: logger.warning("in a hook %d", k, stack_info=bool(k % 2)))
    made.sum().backward()


def depth_counted(run, a, b, k):
    depth = []

    def count(g):
        depth.append(len(inspect.stack(0)) - outside)

    outside = len(inspect.stack(0))
    made = a * 2
    made.register_hook(count)
    made.sum().backward()
    run.note(depth)
