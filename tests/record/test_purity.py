"""A Function of the program's is run once more only where nobody can notice."""

from __future__ import annotations

import math

import pytest
import torch

from whygrad.record.watchers.functions.purity import leaves_no_trace

COUNT = 0
LOG: list[int] = []
SCALE = 2.0


def helper(x):
    return x * SCALE


def counting_helper(x):
    LOG.append(1)
    return x


def counts_on_a_function(x):
    helper.calls = getattr(helper, "calls", 0) + 1
    return helper(x)


def pure(ctx, x):
    ctx.scale = math.sqrt(SCALE)
    rows = [torch.sin(r) for r in helper(x)]
    print(len(rows))
    return torch.stack(rows)


def writes_a_global(ctx, x):
    global COUNT
    COUNT += 1
    return x


def appends(ctx, x):
    LOG.append(1)
    return x


def calls_what_appends(ctx, x):
    return counting_helper(x)


def has_a_default(ctx, x, seen=[]):  # noqa: B006
    seen.append(1)
    return x


def writes_a_file(ctx, x):
    torch.save(x, "x.pt")
    return x


def closure():
    seen = {"runs": 0}

    def forward(ctx, x):
        seen["runs"] += 1
        return x

    return forward


def test_constants_torch_and_the_like_leave_no_trace():
    assert leaves_no_trace(pure)


@pytest.mark.parametrize(
    "function",
    [writes_a_global, appends, calls_what_appends, has_a_default, writes_a_file, closure(), counts_on_a_function],
    ids=lambda function: function.__name__,
)
def test_what_lies_outside_is_a_trace(function):
    assert not leaves_no_trace(function)
