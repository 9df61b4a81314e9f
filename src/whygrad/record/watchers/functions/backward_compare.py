"""Is what a custom Function's `backward` returned the derivative of what its `forward` computed?

The derivative is autograd's own, of the torch calls that `forward` made, weighted with the gradient that came in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import torch

from whygrad.record.watchers.functions.forward_calls import ForwardCalls
from whygrad.record.watchers.functions.forward_replay import Replay, check_sizes

TOLERANCE = 1e-3
FLAT = 1e-9
SMALL = 0.01  # of the usual size of a gradient: what is smaller is rounding where the rest has cancelled out
NOISE = 10  # how much worse than autograd's own formulas one may round
STEP = 1e-4  # the most that inputs are moved, relative to their size
ROUGH = 0.1  # of a gradient: `backward` may compute with values that `forward` has rounded, to save them in a few bits

Gradients = Sequence[torch.Tensor | None]


@dataclass(frozen=True)
class Wrong:
    """The element in which the two differ most."""

    argument: int  # which of the arguments that are tensors
    element: tuple[int, ...]
    returned: float
    derivative: float
    swapped: int | None = None  # the other argument, where each of the two gradients is the derivative of the other's


class Unsure(Exception):
    """This call tells nothing: not the same values again, a kink, or no gradient came in."""


def compare(forward: ForwardCalls, incoming: Gradients, returned: Gradients) -> Wrong | None:
    """Where they differ and are not meant to; None where they agree, or another gradient is meant."""
    check_sizes(forward)
    if is_for_its_gradient(forward):
        return None
    replay = Replay(forward, precise=True)
    check_values(forward, replay)
    exact = replay.gradients(incoming)
    usual = replay.gradients(random_like(incoming))
    weight = size_of(*(w for w in incoming if w is not None))
    if not weight or not isfinite(weight):
        raise Unsure
    rounded = Replay(forward, precise=False).gradients(incoming)
    sides = [Replay(forward, True, moved(forward, sign)).gradients(incoming) for sign in (1, -1)]
    tolerance = max(TOLERANCE, 16 * forward.precision)
    found: list[_Difference] = []
    for number, observed in returned_for(forward, returned).items():
        derivative = exact.get(number)
        if derivative is None or number not in usual or size_of(usual[number]) <= FLAT * weight:
            continue  # flat: another slope than its own is meant (straight-through, surrogate)
        if not isfinite(size_of(observed, derivative)):
            raise Unsure
        allowed = tolerance * max(size_of(observed), size_of(derivative), SMALL * size_of(usual[number]))
        if any(size_of(side[number] - derivative) > allowed for side in sides):
            raise Unsure
        noise = size_of(rounded[number].double() - derivative) if number in rounded else 0.0
        rough = ROUGH * size_of(derivative) if forward.steps else 0.0
        bound = max(allowed, NOISE * noise, rough)
        seen = _Difference(forward.inputs.index(number), observed, derivative, allowed, bound)
        if not seen.fits(observed) and not _is_leak(seen, usual[number] == 0, incoming):
            found.append(seen)
    if not found:
        return None
    largest = max(found, key=lambda seen: size_of(seen.observed - seen.derivative) / seen.allowed)
    other = next((seen.argument for seen in found if largest.is_swapped_with(seen)), None)
    return largest.told(other)


@dataclass(frozen=True)
class _Difference:
    """What was returned for one argument, and the derivative."""

    argument: int
    observed: torch.Tensor
    derivative: torch.Tensor
    allowed: float
    bound: float  # with what rounding does

    def fits(self, gradient: torch.Tensor) -> bool:
        return gradient.shape == self.derivative.shape and size_of(gradient - self.derivative) <= self.bound

    def is_swapped_with(self, other: _Difference) -> bool:
        return other is not self and self.fits(other.observed) and other.fits(self.observed)

    def told(self, swapped: int | None) -> Wrong:
        return largest_difference(self.argument, self.observed, self.derivative, swapped)


def _is_leak(seen: _Difference, flat: torch.Tensor, incoming: Gradients) -> bool:
    """Does it differ only where `forward` is flat, and passes a share there that it passes nowhere else?

    A `backward` that has forgotten the flat part passes the same share everywhere.
    """
    came = next((w for w in incoming if w is not None), None)
    if came is None or len(incoming) != 1 or not came.shape == seen.observed.shape == flat.shape:
        return False
    if not seen.fits(torch.where(flat, seen.derivative, seen.observed)):
        return False
    known = came != 0
    share = seen.observed / torch.where(known, came, 1.0).double()
    there, elsewhere = share[known & flat], share[known & ~flat]
    if not there.numel() or not elsewhere.numel():
        return False
    return bool(((there < elsewhere.min() - TOLERANCE) | (there > elsewhere.max() + TOLERANCE)).all())


def largest_difference(
    argument: int, observed: torch.Tensor, derivative: torch.Tensor, swapped: int | None = None
) -> Wrong:
    """The element in which the two differ most."""
    difference = observed - derivative
    at = tuple(int(i) for i in torch.unravel_index(difference.abs().argmax(), difference.shape))
    return Wrong(argument, at, float(observed[at]), float(derivative[at]), swapped)


def is_for_its_gradient(forward: ForwardCalls) -> bool:
    """Is only the gradient meant to change: the values pass, or `backward` has a tensor that `forward` has no use for?

    Such a tensor, as the fixed weight of feedback alignment, is there for another gradient than the derivative.
    """
    unread = {n for n, w in zip(forward.inputs, forward.wanted, strict=True) if not w and forward.is_unread(n)}
    return bool(unread) or hands_on(forward)


def hands_on(forward: ForwardCalls) -> bool:
    """Is a result equal to an argument?"""
    wanted = [forward.copies[n] for n, w in zip(forward.inputs, forward.wanted, strict=True) if w]
    return any(
        out.shape == argument.shape and out.dtype == argument.dtype and torch.equal(out, argument)
        for _, out in forward.outputs
        for argument in wanted
    )


def check_values(forward: ForwardCalls, replay: Replay) -> None:
    """What the list computes is what `forward` returned, or something went on that it does not tell of."""
    allowed = max(1e-4, 16 * forward.precision)
    for (_, seen), again in zip(forward.outputs, replay.outputs, strict=True):
        if seen.shape != again.shape or not size_of(seen - again) <= allowed * max(size_of(seen), 1e-30):
            raise Unsure


def returned_for(forward: ForwardCalls, returned: Gradients) -> dict[int, torch.Tensor]:
    """The gradients by the number of their tensor; of one that was given twice they add up."""
    found: dict[int, torch.Tensor] = {}
    refused = set()
    for number, wanted, gradient in zip(forward.inputs, forward.wanted, returned, strict=False):
        if not wanted:
            continue
        if gradient is None:
            refused.add(number)  # that is another matter
            continue
        size = forward.copies[number].shape
        gradient = gradient.double() if gradient.shape == size else gradient.double().sum_to_size(size)
        found[number] = found[number] + gradient if number in found else gradient
    return {number: gradient for number, gradient in found.items() if number not in refused}


def random_like(weights: Gradients) -> list[torch.Tensor | None]:
    """Weights of the same size in random directions."""
    generator = torch.Generator().manual_seed(0)
    found: list[torch.Tensor | None] = []
    for weight in weights:
        if weight is None:
            found.append(None)
            continue
        other = torch.randn(weight.shape, generator=generator, dtype=torch.float64).to(weight.device)
        found.append(other * (size_of(weight) / max(size_of(other), 1e-30)))
    return found


def moved(forward: ForwardCalls, sign: int) -> dict[int, torch.Tensor]:
    """The inputs moved a little, every element to one side or the other."""
    generator = torch.Generator().manual_seed(1)
    found = {}
    for number in dict.fromkeys(forward.inputs):
        value = forward.copies[number]
        if value.is_floating_point():
            value = value.double()
            along = torch.randn(value.shape, generator=generator, dtype=torch.float64).to(value.device)
            step = sign * min(max(32 * forward.precision, 1e-9), STEP)
            usual = size_of(value) / max(value.numel(), 1) ** 0.5 or 1.0
            found[number] = value + step * along * (value.abs() + usual)
    return found


def size_of(*tensors: torch.Tensor) -> float:
    return float(sum(t.detach().double().square().sum() for t in tensors)) ** 0.5
