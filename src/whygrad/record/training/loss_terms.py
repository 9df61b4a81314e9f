"""The terms that a loss was put together from, in the graph of Origins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from whygrad.ops import LOSSES, SCALING, SUMMING, act_of
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Origin
from whygrad.walk import breadth_first

MOST_TERMS = 256
# What makes one number of a batch.
REDUCING = LOSSES | {"mean", "sum", "norm", "vector_norm", "logsumexp", "nanmean"}


def terms_of(origin: Origin) -> tuple[Origin, ...]:
    """What a sum was put together from, weighted or not; what is none has no terms."""
    act = act_of(origin.op)
    if act in SUMMING:
        return origin.parents
    if act in SCALING and sum(bool(p.flags & REQUIRES_GRAD) for p in origin.parents) == 1:
        return tuple(p for p in origin.parents if p.flags & REQUIRES_GRAD)
    return ()


def in_sum(roots: Iterable[Origin]) -> Iterator[Origin]:
    """The losses, the sums inside them and their terms that carry a gradient."""

    def further(origin: Origin) -> list[Origin]:
        return [term for term in terms_of(origin) if term.flags & REQUIRES_GRAD]

    return islice(breadth_first(roots, further), MOST_TERMS)


def is_number(origin: Origin) -> bool:
    """Is it known to have a single element without dimensions, as a loss has?"""
    return (origin.extra or {}).get("shape") == ()


def is_loss(origin: Origin) -> bool:
    """A number that a batch or a tensor was reduced to; one that is a setting is added to many terms."""
    if origin.flags & LEAF or not origin.flags & REQUIRES_GRAD or not is_number(origin):
        return False
    # Also the opposite of one, and what it lacks to a plain number: `1 - similarity`.
    while act_of(origin.op) in ("neg", "sub") and len(origin.parents) == 1:
        origin = origin.parents[0]
    return act_of(origin.op) in REDUCING
