"""Networks whose plain output is a loss: `-critic(actor(state)).mean()` is to train the actor, and never the critic.

What makes its own output as large as it can has no end to reach; only what is judged has something to learn from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from whygrad.ops import MATRIX_PRODUCTS, SCALING, SUMMING, VIEWS, act_of
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.live.origin import LEAF, Frames, Origin, learning_parents
from whygrad.walk import breadth_first

MOST_TERMS = 128
CHOOSING = frozenset({"min", "minimum", "cat"})
Signed = tuple[Origin, bool]  # a part of the loss, and whether it is taken off


@dataclass(frozen=True)
class Judgement:
    """A term of a loss that is the output of a network, of which something that learns is the input."""

    term: Frames
    judge: frozenset[int]  # ids of the Origins of the last layer's parameters
    judged: frozenset[int]  # and of what is behind its input
    has_other: bool  # another term of the loss trains the network


def judgements(roots: list[Origin]) -> Iterator[Judgement]:
    """Terms of one sign. One network's outputs that are told apart by two signs train it as they should."""
    ends: dict[frozenset[int], list[Signed]] = {}
    rest: list[Origin] = []
    terms: dict[Origin, Origin] = {}  # what each part is the only one of
    for at, is_off in islice(breadth_first([(root, False) for root in roots], _signed_parts), MOST_TERMS):
        own = frozenset(id(leaf) for leaf in at.parents if leaf.flags & LEAF and _always_learns(leaf))
        parts = _signed_parts((at, is_off))
        if own and act_of(at.op) in MATRIX_PRODUCTS:
            ends.setdefault(own, []).append((at, is_off))
        elif not parts:
            rest.append(at)
        elif len(parts) == 1 or act_of(at.op) in CHOOSING:
            terms.update((part, terms.get(at, at)) for part, _ in parts)
    elsewhere = {id(leaf) for leaf in leaves_behind(rest)} if ends and rest else set()
    for own, signed in ends.items():
        if len({is_off for _, is_off in signed}) > 1:
            continue
        for at, _ in signed:
            inputs = [p for p in learning_parents(at) if not p.flags & LEAF]
            judged = frozenset(id(leaf) for leaf in leaves_behind(inputs) if is_held(leaf)) - own
            if judged:
                yield Judgement(terms.get(at, at).frames, own, judged, bool(own & elsewhere))


def _always_learns(leaf: Origin) -> bool:
    """One that was switched off and on may well have been off when the loss was computed."""
    facts = leaf.extra or {}
    return is_held(leaf) and not (facts.get("unfrozen") or facts.get("thawed") or facts.get("stopped"))


def _signed_parts(signed: Signed) -> list[Signed]:
    at, is_off = signed
    act, parts = act_of(at.op), learning_parents(at)
    if act == "neg":
        return [(part, not is_off) for part in parts]
    if act == "sub":
        # Of `2 - q` the number is no tensor, so that only the way it is written tells that `q` is taken off.
        is_second = len(at.parents) == 1 and getattr(at.op, "__name__", "") in ("__rsub__", "rsub")
        return [(p, is_off ^ (is_second or (len(at.parents) > 1 and p is at.parents[1]))) for p in parts]
    if act in SUMMING or act in VIEWS or act in CHOOSING or (act in SCALING and len(parts) == 1):
        return [(part, is_off) for part in parts]
    return []
