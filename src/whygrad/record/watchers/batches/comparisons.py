"""What a loss compares: predictions, with what they should be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.ops import CASTING, LENGTHS, LOSSES, LOSSES_OF_SEVERAL, SCALING, SQUARES, SUMMING, VIEWS, act_of
from whygrad.record.live.origin import LEAF, PARAMETER, REQUIRES_GRAD, Origin
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import saved_by
from whygrad.record.training.loss_nodes import name_of_node
from whygrad.record.watchers.batches.rows import differ, living
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

SIDES = 2
MOST = 256  # operations between a loss and what it compares
# What makes a number of differences.
THROUGH = SUMMING | SCALING | SQUARES | LENGTHS | CASTING | VIEWS | {"sqrt", "log", "exp", "clone", "nanmean", "clamp"}
# Steps of autograd's that save what went in or came out, and those that only change the shape.
SAVING = {"Addmm": "mat1", "Bmm": "self", "Convolution": "input", "Linear": "input", "LogSoftmax": "result",
          "Mm": "self", "Relu": "result", "Sigmoid": "result", "Softmax": "result", "Tanh": "result"}  # fmt: skip
SHAPING = frozenset({"Alias", "Clone", "ReshapeAlias", "Squeeze", "ToCopy", "Transpose", "UnsafeView", "Unsqueeze",
                     "View"})  # fmt: skip
DEEP = 8  # steps of autograd's
PICKING = frozenset({"__getitem__", "gather"})  # the log-probability of each target


@dataclass(frozen=True)
class Comparison:
    loss: Origin
    prediction: Origin
    target: Origin


def compared(roots: Iterable[Origin]) -> list[Comparison] | None:
    """All that these losses compare; None where something else than parameters goes into them too."""
    found: list[Comparison] = []

    def further(at: Origin) -> list[Origin]:
        return [] if _comparison(at) is not None else [p for p in at.parents if p.flags & REQUIRES_GRAD]

    for count, at in enumerate(breadth_first(roots, further, MOST)):
        comparison = _comparison(at)
        if comparison is not None:
            found.append(comparison)
        elif count >= MOST or not (at.flags & (LEAF | PARAMETER) or (at.parents and act_of(at.op) in THROUGH)):
            return None
    return found


def _comparison(at: Origin) -> Comparison | None:
    """Does this operation compare a value that learns with one that does not?"""
    act = act_of(at.op)
    if act in LOSSES and act not in LOSSES_OF_SEVERAL:
        sides = at.parents[:SIDES]
    elif act == "sub":
        sides = at.parents if len(at.parents) == SIDES else ()
    elif act in PICKING and at.parents and act_of(at.parents[0].op) == "log_softmax":
        sides = (at.parents[0], at.parents[-1])
    else:
        return None
    learning = [side for side in sides if side.flags & REQUIRES_GRAD]
    if len(sides) != SIDES or len(learning) != 1 or learning[0].flags & LEAF:
        return None
    return Comparison(at, learning[0], sides[0] if learning[0] is sides[1] else sides[1])


@dataclass(frozen=True)
class Compared:
    """A comparison with its values, as far as they are known when the pass begins."""

    comparison: Comparison
    prediction: torch.Tensor | None
    target: torch.Tensor | None


def with_values(comparisons: list[Comparison], nodes: list[Node], recorder: Recorder) -> list[Compared]:
    """Mostly autograd's node of a loss has saved both; else the program may still have them."""
    by_number = {node._sequence_nr(): node for node in nodes[:MOST]}
    found = [Compared(c, *_saved(by_number.get(c.loss.clock - 1), c, recorder)) for c in comparisons]
    wanted = {o for c in found for o in (c.comparison.prediction, c.comparison.target)}
    if all(c.prediction is not None and c.target is not None for c in found):
        return found
    kept = living(wanted, recorder.origins.refs())

    def known(value: torch.Tensor | None, origin: Origin) -> torch.Tensor | None:
        return kept.get(origin) if value is None else value

    return [
        Compared(c.comparison, known(c.prediction, c.comparison.prediction), known(c.target, c.comparison.target))
        for c in found
    ]


def _saved(node: Node | None, of: Comparison, recorder: Recorder) -> tuple[torch.Tensor | None, torch.Tensor | None]:
    """What a loss of torch's own has saved; it may be several of autograd's steps, the last of which is its mean."""
    for _ in range(DEEP):
        if node is None or node._sequence_nr() < of.prediction.clock or recorder.probe.hooked_saves.has(node):
            break
        prediction, target = saved_by(node, "self"), saved_by(node, "target")
        if is_a(prediction, torch.Tensor) and is_a(target, torch.Tensor):
            return prediction, target
        node = next((following for following, _ in node.next_functions if following is not None), None)
    return None, None


def differ_behind(origin: Origin, samples: int, nodes: list[Node], recorder: Recorder) -> bool | None:
    """Do the rows differ that a value was computed from, by a matrix product for one? None where that is unknown."""
    node = next((n for n in nodes[:MOST] if n._sequence_nr() == origin.clock - 1), None)
    for _ in range(DEEP):
        if node is None or recorder.probe.hooked_saves.has(node):
            return None
        name = name_of_node(node)
        if name in SAVING:
            value = saved_by(node, SAVING[name])
            return differ(value, samples, by_rounding=1) if is_a(value, torch.Tensor) else None
        if name not in SHAPING:
            return None
        node = node.next_functions[0][0]
    return None
