"""What hooks on parameters return: the same tensor pass after pass, so that what arrives does not matter, or zeros.

The hooks themselves are left alone: on inspected passes the gradient is read that comes to the parameter behind them.
"""

from __future__ import annotations

import dis
from collections.abc import Iterable
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.kept_values import SMALL
from whygrad.record.live.origin import OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of, definition_of, items_of
from whygrad.record.seam.nodes import gradient_of, leaf_of
from whygrad.recording import Definition
from whygrad.source.owner import Ownership

if TYPE_CHECKING:
    from whygrad.record.training.history import History

FROM_OUTSIDE = frozenset({"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_GLOBAL"})


@dataclass
class _Result:
    """What came out of the hook of one parameter when it was seen last."""

    tensor: OwnRef
    version: int
    size: float
    arrived: float  # the size of what came in
    times: int = 0  # that it was the same again, although something else had come in
    changes: int = 0  # that it was another one


class HookResults:
    def __init__(self, ownership: Ownership) -> None:
        self._ownership = ownership
        self._results: Bounded[tuple[CodeType, int], _Result] = Bounded(4 * MOST)  # by hook and id of the parameter
        self._hooks: dict[Node, CodeType] = {}  # of the pass that runs
        self._arrived: dict[Node, float] = {}

    def begin_anew(self) -> None:
        self._results.clear()

    def found(self) -> list[tuple[Definition, int]]:
        """The hooks whose result never changed, with the number of passes in which another gradient had come in."""
        times: dict[CodeType, int] = {}
        for (code, _), result in self._results.items():
            if result.times and not result.changes:
                times[code] = max(times.get(code, 0), result.times)
        changing = {code for (code, _), result in self._results.items() if result.changes}
        return [(definition_of(code), count) for code, count in times.items() if code not in changing]

    def is_meant(self, code: CodeType) -> bool:
        """May it return something that it did not compute from the gradient?"""
        return bool(self._ownership[code.co_filename]) and (
            code.co_argcount > 1 or any(step.opname in FROM_OUTSIDE for step in dis.get_instructions(code))
        )

    def begins(self, nodes: Iterable[Node]) -> list[Node]:
        """A pass is about to run through these nodes; returns those of parameters with such a hook, one alone."""
        for node in nodes:
            leaf = leaf_of(node)
            codes = [code_of(hook) for hook in items_of(leaf._backward_hooks)] if leaf is not None else []
            if len(codes) == 1 and codes[0] is not None and self.is_meant(codes[0]):
                self._hooks[node] = codes[0]
        return list(self._hooks)

    @property
    def are_awaited(self) -> bool:
        """Goes this pass to a parameter with such a hook?"""
        return bool(self._hooks)

    def sent(self, to: Node, gradient: torch.Tensor) -> None:
        """A gradient goes to a parameter: its hooks see it first."""
        if to in self._hooks:
            self._arrived[to] = self._arrived.get(to, 0.0) + torch_api.sum_of(gradient)

    def came_out(self, node: Node, gradient: torch.Tensor) -> None:
        """The hooks of a parameter have run."""
        code, leaf = self._hooks.get(node), leaf_of(node)
        if code is None or leaf is None or node not in self._arrived:
            return
        arrived, size = self._arrived[node], torch_api.sum_of(gradient)
        seen = _Result(OwnRef(gradient), torch_api.version_of(gradient), size, arrived)
        before = self._results.get((code, id(leaf)))
        if before is not None:
            same = before.tensor() is gradient and (before.version, before.size) == (seen.version, size)
            seen.times = before.times + (same and size != 0 and arrived not in (size, before.arrived))
            seen.changes = before.changes + (not same)
        self._results[code, id(leaf)] = seen

    def ends(self) -> None:
        self._hooks, self._arrived = {}, {}


def keep_masked(history: History, arrived: dict[int, torch.Tensor]) -> None:
    """Keep the values whose gradient a hook made zero, to see whether the step moves them."""
    for learner in history.learners.values():
        tensor, hook = learner.ref(), (learner.origin.extra or {}).get("hooked")
        came = arrived.get(id(tensor))
        if tensor is None or hook is None or came is None or tensor.numel() > SMALL:
            continue
        gradient = gradient_of(tensor)
        if gradient is None or not torch_api.is_plain(gradient) or not torch_api.is_plain(came):
            continue
        masked = (came != 0) & (gradient == 0)
        if bool(masked.any()):
            history.before.append((learner.ref, tensor.detach().clone(), masked, hook))


def note_masked(history: History) -> None:
    """Has the step moved any of them?"""
    for ref, before, masked, hook in history.before:
        tensor = ref()
        if tensor is not None and bool(((tensor != before) & masked).any()):
            history.masked = hook
    history.before = []
