"""What autograd's own steps send from one place of its graph to another, run one by one beside any pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import torch
from torch.autograd.graph import Node

from whygrad.record.seam.nodes import function_of_node, leaf_of, results_of, run_step

Edge = tuple[Node, int]
OF_TORCH = re.compile(r"\w+Backward\d+")
EXACT = (torch.float32, torch.float64)


class NotPlain(Exception):
    """More is on the way than steps of torch's own, of exact numbers, that can be run one by one."""


class PlainSteps:
    """The steps behind one, at most `most`; no hook of theirs runs, and nothing reaches a `.grad`."""

    def __init__(self, start: Edge, ends: Edge, has_hooked_saves: Callable[[Node], bool], most: int) -> None:
        self._start, self._ends = start, ends
        self._order = self._sorted(has_hooked_saves, most)

    def _sorted(self, has_hooked_saves: Callable[[Node], bool], most: int) -> list[Node]:
        """The steps, each after all that send to it; only those on a way to the end."""
        order: list[Node] = []
        leads: dict[Node, bool] = {self._ends[0]: True}
        waiting: list[tuple[Node, bool]] = [(self._start[0], False)]
        while waiting:
            node, is_done = waiting.pop()
            following = [to for to, _ in node.next_functions if to is not None]
            if is_done:
                leads[node] = any(leads.get(to, False) for to in following)
                order += [node] if leads[node] else []
            elif node not in leads:
                leads[node] = False
                if len(leads) > most:
                    raise NotPlain
                waiting.append((node, True))
                waiting += [(to, False) for to in following if leaf_of(to) is None]
        for node in order:
            if not OF_TORCH.fullmatch(node.name()) or function_of_node(node) is not None or has_hooked_saves(node):
                raise NotPlain
        return order[::-1]

    def sent(self, gradient: torch.Tensor) -> torch.Tensor | None:
        """What arrives at the end of this gradient."""
        arrived: dict[Edge, torch.Tensor] = {self._start: gradient}
        for node in self._order:
            results = results_of(node)
            coming = [arrived.pop((node, number), None) for number in range(len(results))]
            if all(one is None for one in coming):
                continue
            if any(dtype not in EXACT for _, dtype in results):
                raise NotPlain
            coming = [
                one if one is None else one.sum_to_size(shape) for one, (shape, _) in zip(coming, results, strict=True)
            ]
            self._hand_on(arrived, node, run_step(node, *coming))
        return arrived.get(self._ends)

    def _hand_on(self, arrived: dict[Edge, torch.Tensor], node: Node, sent: Sequence[torch.Tensor | None]) -> None:
        for edge, one in zip(node.next_functions, sent, strict=False):
            following, number = edge
            if following is None or one is None:
                continue
            known = arrived.get((following, number))
            arrived[following, number] = one if known is None else known + one
