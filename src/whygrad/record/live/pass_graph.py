"""What is behind the tensors that a backward pass starts from: gone through once, for all the watchers that ask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import torch
from torch.autograd.graph import Node

from whygrad.ops import act_of
from whygrad.record.live.bounded import MOST_LEARNING, MOST_NODES, MOST_ORIGINS
from whygrad.record.live.origin import CUT, REQUIRES_GRAD, Origin, nearest
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import graph_nodes
from whygrad.record.training.loss_terms import in_sum


class PassGraph:
    """Lives as long as its event: its nodes hold what autograd saved."""

    def __init__(self, tensors: Sequence[object], known: Sequence[Origin]) -> None:
        self._tensors, self._known = tensors, known

    def let_go(self) -> None:
        """The pass is about to run: what autograd's nodes hold is not to live longer for us."""
        self._tensors = ()
        self.__dict__.pop("nodes", None)

    def after_pass(self, known: Sequence[Origin]) -> PassGraph:
        """The same when the pass has run, with what was gone through before; anew where it started from others."""
        return self if [*map(id, known)] == [*map(id, self._known)] else PassGraph((), known)

    @cached_property
    def nodes(self) -> list[Node]:
        """Those of autograd's own graph, nearest first, at most MOST_NODES."""
        return graph_nodes([t for t in self._tensors if is_a(t, torch.Tensor)], MOST_NODES)

    @cached_property
    def values(self) -> list[Origin]:
        """All that was computed with, with a gradient or without, nearest first, at most MOST_ORIGINS."""
        return nearest(self._known, most=MOST_ORIGINS)

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
        return set(map(act_of, self.all_ops))

    @cached_property
    def all_ops(self) -> list[object]:
        return list({id(at.op): at.op for at in self.values}.values())

    def has_behind(self, acts: frozenset[str]) -> bool:
        """Is there anything behind an operation of these, as behind `zeros_like(x)`? Yes if not all is known."""
        ops = {id(op) for op in self.all_ops if act_of(op) in acts}
        return not self.is_whole or bool(ops and any([at.parents for at in self.values if id(at.op) in ops]))

    @cached_property
    def ops(self) -> list[object]:
        """What made those that carry a gradient, each once."""
        return list({id(at.op): at.op for at in self.learning}.values())

    @cached_property
    def terms(self) -> list[Origin]:
        """The losses, the sums inside them and their terms that carry a gradient."""
        return list(in_sum(self._known))

    @cached_property
    def learning(self) -> list[Origin]:
        """Those that carry a gradient, nearest first, at most MOST_LEARNING."""
        return nearest(self._known, REQUIRES_GRAD, most=MOST_LEARNING)
