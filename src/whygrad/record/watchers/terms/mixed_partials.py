"""Second derivatives of a sum of first derivatives, in which the mixed ones are added to the others.

`grad(g, x, torch.ones_like(g))` differentiates the sum of all that the gradient `g` by `x` consists of: each element of
the result is a row of the Hessian, added up. Where every element of `x` is a sample by itself, or the function is a sum
of functions of one column each, the mixed derivatives are zeros and nothing is wrong. So the same steps of autograd are
run for two weightings of the columns, at the first calls of a line and at ever fewer later ones.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.evidence.terms import MixedPartials
from whygrad.ops import ADDING_UP, CASTING, SCALING, act_of
from whygrad.record.events import DerivativeTaken, PassBegan
from whygrad.record.live.bounded import FEW_KEPT, NEAR, Bounded
from whygrad.record.live.origin import PARAMETER, Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import items_of
from whygrad.record.seam.nodes import graph_nodes, leaf_of, node_of, results_of
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.terms.plain_steps import Edge, NotPlain, PlainSteps

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

# What keeps all that goes in, in equal measure.
RESHAPING = frozenset({"view", "reshape", "flatten", "ravel", "squeeze", "unsqueeze", "transpose", "permute", "clone"})
WHOLE = ADDING_UP | SCALING | CASTING | RESHAPING | {"neg", "contiguous"}
LARGEST = 2**18  # elements
MOST_STEPS = 4_000
LEAST = 1e-3  # of the largest element: less may be rounding
LATEST = 32  # results until the next pass


@dataclass
class _Line:
    """A line that takes such derivatives."""

    first: Frames
    columns: int
    calls: int = 0
    share: float = 0.0
    is_used: bool = False
    results: list[weakref.ref[Origin]] = field(default_factory=list)


class MixedPartialsWatcher(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._lines: Bounded[Frames, _Line] = Bounded(FEW_KEPT)
        self._open: list[_Line] = []  # whose results no loss is known to use yet

    def of_run(self, copy: Copy) -> Iterator[MixedPartials]:
        for frames, line in self._lines.items():
            if line.is_used:
                yield MixedPartials(copy.chain(frames), copy.chain(line.first), line.columns, line.share)

    def on_derivative_taken(self, event: DerivativeTaken) -> None:
        of, by = _alone(event.outputs), _alone(event.inputs)
        if of is None or by is None:
            return
        source, total = self.recorder.origins.get(by), self.recorder.origins.get(of)
        if source is None or total is None or source.flags & PARAMETER:
            return
        first = _first_derivative(total, source)
        columns = by.shape[1:].numel() if by.dim() > 1 else by.numel()
        if first is None or columns < 2 or by.numel() > LARGEST:
            return
        line = self._lines.get(event.origin.frames)
        if line is None:
            line = self._lines[event.origin.frames] = _Line(first.frames, columns)
        line.calls += 1
        is_due = not line.calls & (line.calls - 1)  # the first, the second, the fourth …
        if not line.share and is_due and torch_api.values_may_be_read():
            with torch_api.unseen():
                line.share = self._mixed(of, by, event.weights)
        if line.share and not line.is_used and len(line.results) < LATEST:
            line.results.append(weakref.ref(event.origin))
            if line not in self._open:
                self._open.append(line)

    def _mixed(self, of: torch.Tensor, by: torch.Tensor, weights: object) -> float:
        """How much mixed derivatives change the result, compared with its largest element; 0 where nobody knows."""
        start, end = _start(of, by), _edge_of(by, of)
        if start is None or end is None or not _is_constant(_alone(weights), of):
            return 0.0
        columns = by.shape[1:] if by.dim() > 1 else by.shape
        by_columns = torch.linspace(1, 2, columns.numel(), dtype=by.dtype, device=by.device).reshape(columns)
        by_columns = by_columns.expand(by.shape).contiguous()
        try:
            steps = PlainSteps(start, end, self.recorder.probe.hooked_saves.has, MOST_STEPS)
            equal, weighted = steps.sent(torch.ones_like(by_columns)), steps.sent(by_columns)
        except NotPlain:
            return 0.0
        if equal is None or weighted is None or equal.shape != by.shape:
            return 0.0
        # Where each column depends on its own derivative alone, each weight comes back as it went in.
        change, largest = float((weighted / by_columns - equal).abs().max()), float(equal.abs().max())
        share = change / largest if largest else 0.0
        return share if share >= LEAST and share != float("inf") else 0.0

    @rests_without("_open")
    def on_pass_began(self, event: PassBegan) -> None:
        if not self._open:
            return
        learning = set(map(id, event.graph.learning))
        for line in self._open:
            met = any((origin := ref()) is not None and id(origin) in learning for ref in line.results)
            line.is_used = line.is_used or met
            line.results.clear()
        self._open = []


def _alone(given: object) -> torch.Tensor | None:
    """The one tensor that a call was given, by itself or in a list."""
    items = [given] if torch_api.is_readable(given) else items_of(given)
    return items[0] if len(items) == 1 and torch_api.is_readable(items[0]) else None


def _first_derivative(total: Origin, source: Origin) -> Origin | None:
    """The gradient by the same values that this is, or all of which it is the sum of."""
    for _ in range(NEAR):
        if total.op is torch.autograd.grad:
            return total if any(given is source for given in total.parents) else None
        if act_of(total.op) not in WHOLE or len(total.parents) != 1:
            return None
        total = total.parents[0]
    return None


def _edge_of(by: torch.Tensor, of: torch.Tensor) -> Edge | None:
    """Where a gradient arrives at what is differentiated by."""
    node = node_of(by)
    if node is None:
        node = next((node for node in graph_nodes([of], MOST_STEPS) if leaf_of(node) is by), None)
    return None if node is None else (node, by.output_nr)


def _start(of: torch.Tensor, by: torch.Tensor) -> Edge | None:
    """The step that the gradient itself came from, of its sum too."""
    node: Node | None = node_of(of)
    number = of.output_nr
    shape = of.shape
    for _ in range(NEAR):
        if node is None or shape == by.shape:
            break
        if number or len(node.next_functions) != 1:
            return None
        node, number = node.next_functions[0]
        results = results_of(node) if node is not None else []
        if number >= len(results):
            return None
        shape = torch.Size(results[number][0])
    return (node, number) if node is not None and shape == by.shape else None


def _is_constant(weights: torch.Tensor | None, of: torch.Tensor) -> bool:
    """Does the call add all up in equal measure?"""
    if weights is None:
        return of.numel() == 1
    return weights.shape == of.shape and torch_api.is_plain(weights) and bool((weights == weights.flatten()[0]).all())
