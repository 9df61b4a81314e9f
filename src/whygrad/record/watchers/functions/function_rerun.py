"""Is the `backward` of a custom Function the derivative of its `forward`? Asked by running it again, on demand only.

It runs on copies of what it was called with, in double. Random numbers and printed text stay the program's.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import torch

from whygrad.interruptions.errors import hand_on
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.unwarned import unwarned

MOST = 20_000  # elements of all inputs together
DIRECTIONS = 2
EPSILON = 1e-6
TOLERANCE = 1e-3


def slopes(apply: Callable[..., object], args: tuple[object, ...]) -> tuple[float, float] | None:
    """The slope by the Function's `backward` and by differences, where they disagree and neither is meant to.

    None also where it cannot be told: randomness, no double precision, an error.
    """
    tensors = [a for a in args if is_a(a, torch.Tensor)]
    if threading.active_count() > 1 or sum(t.numel() for t in tensors) > MOST:
        return None
    if not all(torch_api.is_readable(t) for t in tensors):
        return None
    try:
        with _undisturbed():
            return _compare(apply, args)
    except Exception as error:  # what it does not support in double, or on other values, tells nothing
        hand_on(error)
        return None


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    states = random.getstate(), torch.random.get_rng_state()
    numpy = sys.modules.get("numpy")
    array_state = numpy.random.get_state() if numpy is not None else None
    enabled = torch.is_grad_enabled()
    with (
        torch_api.untold(),
        unwarned(),
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        torch_api.set_grad_enabled_function(True)
        try:
            yield
        finally:
            torch_api.set_grad_enabled_function(enabled)
            random.setstate(states[0])
            torch.random.set_rng_state(states[1])
            if numpy is not None:
                numpy.random.set_state(array_state)


def _compare(apply: Callable[..., object], args: tuple[object, ...]) -> tuple[float, float] | None:
    at = [_double(a) for a in args]
    inputs = [i for i, a in enumerate(args) if is_a(a, torch.Tensor) and a.requires_grad and at[i].requires_grad]
    out, again = _first(apply(*at)), _first(apply(*at))
    if out is None or again is None or not out.requires_grad or not torch.equal(out, again):
        return None
    if any(out.shape == at[i].shape and torch.equal(out, at[i]) for i in inputs):
        return None  # the values pass unchanged: only the gradient is meant to change
    generator = torch.Generator().manual_seed(0)
    found = []
    for _ in range(DIRECTIONS):
        weights = torch.randn(out.shape, generator=generator, dtype=torch.float64)
        gradients = torch.autograd.grad(out, [at[i] for i in inputs], weights, retain_graph=True, allow_unused=True)
        along = {i: torch.randn(at[i].shape, generator=generator, dtype=torch.float64) for i in inputs}
        by_backward = sum(float((g * along[i]).sum()) for i, g in zip(inputs, gradients, strict=True) if g is not None)
        ahead, behind = (_moved(apply, at, along, sign * EPSILON) for sign in (1, -1))
        by_difference = float((weights * (ahead - behind)).sum()) / (2 * EPSILON)
        found.append((by_backward, by_difference))
    if all(abs(d) < 1e-9 for _, d in found):
        return None  # flat: another slope than its own is meant (straight-through, surrogate)
    wrong = [(b, d) for b, d in found if abs(b - d) > TOLERANCE * max(1.0, abs(b), abs(d))]
    if len(wrong) < DIRECTIONS:
        return None
    return wrong[0]


def _double(value: object) -> Any:
    if not is_a(value, torch.Tensor):
        return value
    if not value.is_floating_point():
        return value.detach().clone()
    return value.detach().to(device="cpu", dtype=torch.float64).clone().requires_grad_(value.requires_grad)


def _moved(apply: Callable[..., object], at: list[Any], along: dict[int, torch.Tensor], step: float) -> torch.Tensor:
    moved = [(a.detach() + step * along[i]).requires_grad_() if i in along else a for i, a in enumerate(at)]
    out = _first(apply(*moved))
    assert out is not None
    return out.detach()


def _first(out: object) -> torch.Tensor | None:
    results = out if is_a(out, (tuple, list)) else (out,)
    return next((r for r in results if is_a(r, torch.Tensor) and r.is_floating_point()), None)
