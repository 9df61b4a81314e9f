"""What is behind the tensors that a backward pass starts from: gone through once, for all the watchers that ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

import torch
from torch.autograd.graph import Node

from whygrad.ops import act_of
from whygrad.record.live.bounded import MOST_LEARNING, MOST_NODES, MOST_ORIGINS
from whygrad.record.live.origin import CUT, REQUIRES_GRAD, Origin, nearest
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import graph_nodes
from whygrad.record.training.loss_terms import in_sum

Ops = AbstractSet[object]
NO_OPS: Ops = frozenset()
select_in_c: Callable[[list[Origin], int, int, Ops | None, bool], list[Origin]] | None = (
    None  # set where it was compiled
)
ops_in_c: Callable[[list[Origin]], list[object]] | None = None


def with_flags(origins: list[Origin], wanted: int, without: int = 0) -> list[Origin]:
    """Those that have a flag of `wanted`, and none of `without`."""
    if select_in_c is not None:
        return select_in_c(origins, wanted, without, None, False)
    return [at for at in origins if at.flags & wanted and not at.flags & without]


def made_by(origins: list[Origin], ops: Ops) -> list[Origin]:
    """Those that one of these operations has made."""
    if select_in_c is not None:
        return select_in_c(origins, 0, 0, ops, False)
    return [at for at in origins if at.op in ops]


def that_read(origins: list[Origin], flags: int, ops: Ops = NO_OPS) -> list[Origin]:
    """Those into which something went that has one of these flags, or that one of these operations has made."""
    if select_in_c is not None:
        return select_in_c(origins, flags, 0, ops, True)
    return [at for at in origins if any(given.flags & flags or given.op in ops for given in at.parents)]


def ops_of(origins: list[Origin]) -> list[object]:
    """The operations that have made them, each once."""
    return ops_in_c(origins) if ops_in_c is not None else list({id(at.op): at.op for at in origins}.values())


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
        return not self.is_whole or bool(with_flags(self.values, CUT))

    @cached_property
    def acts(self) -> set[str]:
        """What the values were made by."""
        return set(map(act_of, self.all_ops))

    @cached_property
    def all_ops(self) -> list[object]:
        return ops_of(self.values)

    def has_behind(self, acts: frozenset[str]) -> bool:
        """Is there anything behind an operation of these, as behind `zeros_like(x)`? Yes if not all is known."""
        ops = self.ops_that(acts)
        return not self.is_whole or bool(ops and any(at.parents for at in made_by(self.values, ops)))

    def ops_that(self, acts: AbstractSet[str]) -> Ops:
        """The operations of these names among those that have made the values."""
        return {op for op in self.all_ops if act_of(op) in acts}

    @cached_property
    def ops(self) -> list[object]:
        """What made those that carry a gradient, each once."""
        return ops_of(self.learning)

    @cached_property
    def terms(self) -> list[Origin]:
        """The losses, the sums inside them and their terms that carry a gradient."""
        return list(in_sum(self._known))

    @cached_property
    def learning(self) -> list[Origin]:
        """Those that carry a gradient, nearest first, at most MOST_LEARNING."""
        return nearest(self._known, REQUIRES_GRAD, most=MOST_LEARNING)
