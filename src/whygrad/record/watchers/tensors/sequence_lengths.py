"""How many frames a CTC loss is given, and how many of them the lengths say are there.

Autograd's node of the loss knows both, so nothing is followed while the program computes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.evidence.of_one_cause.sequence_lengths import SequenceLengths
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames, Origin, made_at
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, is_exactly
from whygrad.record.seam.nodes import saved_by
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.probe import find_operations
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

NEAR = 64  # nodes from the loss
LOSSES = ("CtcLossBackward0", "CtcLossBackward1")
MOST_PASSES = 16
GIVEN = 4  # tensors that the loss is given: the scores, the targets, the lengths of both
INPUT_LENGTHS = 2  # the position of the lengths among them
DIVIDING = frozenset({"div", "floor_divide", "mul", "rshift", "bitwise_right_shift"})
DEEP = 12  # operations on the lengths


@dataclass
class _Lengths:
    frames: list[int] = field(default_factory=list)
    longest: list[int] = field(default_factory=list)
    divided: list[Frames] = field(default_factory=list)


class LengthsOfSequences(Watcher):
    """Asks at inspected passes."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._seen: Bounded[Frames, _Lengths] = Bounded(MOST)

    def of_run(self, copy: Copy) -> Iterator[SequenceLengths]:
        for frames, seen in self._seen.items():
            divided = tuple(copy.chain(at) for at in seen.divided)
            yield SequenceLengths(copy.chain(frames), tuple(seen.frames), tuple(seen.longest), divided)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or not torch_api.values_may_be_read():
            return
        for node in event.graph.nodes[:NEAR]:
            if node.name() not in LOSSES or self.recorder.probe.hooked_saves.has(node):
                continue  # to read what was saved would run the program's hook
            lengths = _lengths(node)
            if lengths is None:
                continue
            birth = Birth("lengths", True, number=node._sequence_nr())
            find_operations([birth], event.known)
            if birth.origin is not None:
                self._note(birth.origin, *lengths)

    def _note(self, loss: Origin, frames: int, longest: int) -> None:
        seen = self._seen.setdefault(loss.frames, _Lengths())
        if len(seen.frames) < MOST_PASSES:
            seen.frames.append(frames)
            seen.longest.append(longest)
            seen.divided = seen.divided or list(_divisions(loss))


def _divisions(loss: Origin) -> Iterator[Frames]:
    """Where the lengths were divided, the last time first; nothing where they are no tensor."""
    at = loss.parents[INPUT_LENGTHS] if len(loss.parents) == GIVEN else None
    for _ in range(DEEP):
        if at is None:
            return
        if torch_api.short_act_of(at.op) in DIVIDING and (frames := made_at(at)):
            yield frames
        at = at.parents[0] if at.parents else None


def _lengths(node: Node) -> tuple[int, int] | None:
    """How many frames, and the longest length; nothing where one of them is not known."""
    scores, given = saved_by(node, "log_probs"), saved_by(node, "input_lengths")
    if is_a(given, torch.Tensor):
        given = tuple(given.tolist()) if given.device.type == "cpu" and given.dim() == 1 else None
    if not is_a(scores, torch.Tensor) or not is_exactly(given, tuple) or not given:
        return None
    return int(scores.shape[0]), max(map(int, given))
