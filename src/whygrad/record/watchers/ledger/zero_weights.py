"""Terms of a loss that are multiplied by a plain number, which is 0 at every pass of the run.

Found at inspected passes. From then on it is asked at every pass, because a schedule may well begin late.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.evidence.terms import ZeroWeight
from whygrad.ops import act_of
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import MOST, Bounded, BoundedSet
from whygrad.record.live.origin import Frames
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import node_of
from whygrad.record.telling import rests_without
from whygrad.record.training.loss_nodes import name_of_node, plain_number
from whygrad.record.training.loss_terms import in_sum
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

NEAR = 64  # nodes of autograd's that a loss is put together by
ADDING = ("Add", "Sub", "Rsub", "Neg", "Mean", "Sum", "Stack", "Mul", "Div", "Squeeze", "Unsqueeze", "View")


class ZeroWeights(Watcher):
    """Asks autograd's own graph for the numbers that terms are multiplied by."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._passes: Bounded[Frames, int] = Bounded(MOST)  # by the product: how many of them multiplied by 0
        self._living: BoundedSet[Frames] = BoundedSet(4 * MOST)

    def of_run(self, copy: Copy) -> Iterator[ZeroWeight]:
        for frames, passes in self._passes.items():
            yield ZeroWeight(copy.chain(frames), passes)

    @rests_without("_passes")
    def on_pass_began(self, event: PassBegan) -> None:
        if self.recorder.steady.wanted or not (event.inspected or self._passes):
            return  # of passes that are not recorded nobody knows
        numbers = self._numbers([t for t in event.tensors if is_a(t, torch.Tensor)])
        if not self._passes and 0.0 not in numbers.values():
            return
        for origin in in_sum(event.known):
            number = numbers.get(origin.clock) if act_of(origin.op) == "mul" else None
            if number is None or len(origin.parents) != 1 or origin.frames in self._living:
                continue
            if number:
                self._living.add(origin.frames)
                self._passes.pop(origin.frames, None)
            else:
                self._passes[origin.frames] = self._passes.get(origin.frames, 0) + 1

    def _numbers(self, roots: list[torch.Tensor]) -> dict[int, float]:
        """What each product in a sum multiplies by, by autograd's count after it."""
        seen: dict[Node, None] = {node: None for t in roots if (node := node_of(t)) is not None}
        queue, numbers = list(seen), dict[int, float]()
        for node in queue:
            name = name_of_node(node)
            if name not in ADDING:
                continue
            if name == "Mul" and not self.recorder.probe.hooked_saves.has(node):
                number = plain_number(node)
                if number is not None:
                    numbers[node._sequence_nr() + 1] = number
            for following, _ in node.next_functions:
                if following is not None and following not in seen and len(seen) < NEAR:
                    seen[following] = None
                    queue.append(following)
        return numbers
