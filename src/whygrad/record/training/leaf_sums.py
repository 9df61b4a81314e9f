"""Leaves to which a pass sends several gradients: do they add up to nothing?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import torch
from torch.autograd.graph import Node

from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import leaf_of

# Autograd's steps, and which of their inputs is only added: an offset cancels out in every difference, and is meant to.
ADDED = frozenset({("Add", 0), ("Add", 1), ("Sub", 0), ("Sub", 1), ("Addmm", 0), ("Baddbmm", 0), ("Convolution", 2),
                   ("Linear", 2)})  # fmt: skip


class LeafSums:
    """The sums of one pass, of those leaves alone that are used more than once."""

    def __init__(self) -> None:
        self._sums: dict[Node, torch.Tensor | None] = {}
        self._parts: Counter[Node] = Counter()

    def begins(self, nodes: Iterable[Node]) -> None:
        edges = [(to, (node, at)) for node in nodes for at, (to, _) in enumerate(node.next_functions) if to is not None]
        number = Counter(to for to, _ in edges)
        more_than_added = {to for to, (node, at) in edges if (_kind(node), at) not in ADDED}
        leaves = (to for to in more_than_added if number[to] > 1 and leaf_of(to) is not None)
        self._sums, self._parts = dict.fromkeys(leaves), Counter()

    def sent(self, node: Node, going_out: Sequence[torch.Tensor | None], sizes: Sequence[float | None]) -> None:
        """A node has run: what went from it to leaves is added up, as autograd does."""
        for (following, _), gradient, size in zip(node.next_functions, going_out, sizes, strict=False):
            if following in self._sums and gradient is not None and torch_api.is_plain(gradient):
                # A copy: autograd hands its own buffer on to `.grad` only where nobody else holds it.
                before = self._sums[following]
                self._sums[following] = gradient.detach().clone() if before is None else before.add_(gradient.detach())
                self._parts[following] += bool(size)

    def cancel_out(self, leaf: Node) -> bool:
        """Did several gradients that are not zeros come, and add up to zeros?"""
        total = self._sums.get(leaf)
        return total is not None and self._parts[leaf] > 1 and torch_api.sum_of(total) == 0

    def ends(self) -> None:
        self._sums, self._parts = {}, Counter()


def _kind(node: Node) -> str:
    return node.name().partition("Backward")[0]
