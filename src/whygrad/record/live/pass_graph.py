"""What is behind the tensors that a backward pass starts from: gone through once, for all the watchers that ask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import islice

import torch
from torch.autograd.graph import Node

from whygrad.ops import act_of
from whygrad.record.live.bounded import MOST_NODES, MOST_ORIGINS
from whygrad.record.live.origin import CUT, Origin, learning_parents, parents_of
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import graph_nodes
from whygrad.walk import breadth_first

MOST_LEARNING = 20_000


class PassGraph:
    """Lives as long as its event: its nodes hold what autograd saved."""

    def __init__(self, tensors: Sequence[object], known: Sequence[Origin]) -> None:
        self._tensors, self._known = tensors, known

    @cached_property
    def nodes(self) -> list[Node]:
        """Those of autograd's own graph, nearest first, at most MOST_NODES."""
        return graph_nodes([t for t in self._tensors if is_a(t, torch.Tensor)], MOST_NODES)

    @cached_property
    def values(self) -> list[Origin]:
        """All that was computed with, with a gradient or without, nearest first, at most MOST_ORIGINS."""
        return list(islice(breadth_first(self._known, parents_of), MOST_ORIGINS))

    @cached_property
    def is_whole(self) -> bool:
        """Are the values all there are?"""
        return len(self.values) < MOST_ORIGINS

    @cached_property
    def may_be_cut(self) -> bool:
        """Is there an operation among them whose result carries no gradient? Mostly there is none."""
        return not self.is_whole or any(at.flags & CUT for at in self.values)

    @cached_property
    def acts(self) -> set[str]:
        """What the values were made by."""
        return {act_of(op) for op in {id(at.op): at.op for at in self.values}.values()}

    @cached_property
    def learning(self) -> list[Origin]:
        """Those that carry a gradient, nearest first, at most MOST_LEARNING."""
        return list(islice(breadth_first(self._known, learning_parents), MOST_LEARNING))
