"""Hooks on tensors that write into the gradient they are called with: on passes that are inspected.

Those that return nothing are of interest, and those that write into a gradient which another step still waits for.

The hooks themselves are left alone. Autograd calls those of a tensor between the step that computes its gradient and
the one that uses it: torch's count of writes to the gradient is read after the one and before the other.
"""

from __future__ import annotations

import dis
import threading
from collections import deque
from collections.abc import Sequence
from functools import partial
from types import CodeType

import torch
from torch.autograd.graph import Node

from whygrad.interruptions.errors import hand_on
from whygrad.interruptions.signals import marks_section
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of, definition_of, items_of
from whygrad.record.seam.nodes import leaf_of
from whygrad.record.seam.own_hooks import Remove, put_on_node
from whygrad.record.training.hook_results import HookResults
from whygrad.recording import Definition
from whygrad.source.owner import Ownership

REGISTERED = 1_024  # on results, the latest
Edge = tuple[Node, int]  # a node of autograd's graph, and which of its results
Gradients = Sequence[torch.Tensor | None]


class HookWrites:
    """What hooks of the program's own have written."""

    def __init__(self, ownership: Ownership) -> None:
        self._ownership = ownership
        self.found: dict[str, Definition] = {}  # return nothing
        self.spoiling: dict[str, Definition] = {}  # write what another step gets after them
        self.results = HookResults(ownership)
        self.are_expected = False  # a hook was put on a tensor that may write
        # (thread, number and name of the node, which result, code): the node itself would hold the graph
        self._on_results: deque[tuple[int, int, str, int, CodeType]] = deque(maxlen=REGISTERED)
        self._hooks: dict[Edge, list[CodeType]] = {}  # of the pass that runs
        self._sent: dict[Edge, list[OwnRef]] = {}
        self._awaited: set[Edge] = set()  # hooked ones whose gradient another step gets later
        self._versions: dict[int, int] = {}  # id of a gradient -> its count of writes, when it was seen last

    def begin_anew(self) -> None:
        """What was found so far is told no more; hooks that were put live on."""
        self.found.clear()
        self.spoiling.clear()
        self.results.begin_anew()

    def hooked(self, tensor: torch.Tensor, code: CodeType) -> None:
        """A hook was put on a tensor."""
        is_meant = self._is_meant(code)
        self.are_expected = self.are_expected or is_meant or self.results.is_meant(code)
        if not is_meant:
            return
        node = tensor.grad_fn if torch_api.requires_grad(tensor) else None
        if node is not None:
            entry = (threading.get_ident(), node._sequence_nr(), node.name(), tensor.output_nr, code)
            self._on_results.append(entry)

    def _is_meant(self, code: CodeType) -> bool:
        return bool(self._ownership[code.co_filename]) and (_returns_nothing(code) or _may_write(code))

    def begins(self, nodes: Sequence[Node]) -> list[Remove]:
        """A pass is about to run through these nodes; returns what takes our hooks away again."""
        on_results: dict[tuple[int, str], list[tuple[int, CodeType]]] = {}
        for thread, number, name, result, code in self._on_results:
            if thread == threading.get_ident():
                on_results.setdefault((number, name), []).append((result, code))
        for node in nodes:
            leaf = leaf_of(node)
            if leaf is not None:
                codes = map(code_of, items_of(leaf._backward_hooks))
                known = [(0, code) for code in codes if code is not None and self._is_meant(code)]
            else:
                known = on_results.get((node._sequence_nr(), node.name()), []) if on_results else []
            for result, hook in known:
                self._hooks.setdefault((node, result), []).append(hook)
        hooked = {*self.results.begins(nodes), *(node for node, _ in self._hooks)}
        return [put_on_node(node, partial(self._look_at, node), before=True) for node in hooked]

    @marks_section
    def _look_at(self, node: Node, gradients: Gradients) -> None:
        """The hook of a node. What waits for its end waits for the end of the pass: without us no Python runs there."""
        try:
            with torch_api.unseen():
                self._arrived(node, gradients)
        except Exception as error:  # a gradient that cannot be asked tells nothing
            hand_on(error)

    def sent(self, node: Node, going_out: Gradients, coming_in: Gradients) -> None:
        """A step has run: it may have written what came in, and what goes out is seen first by the hooks."""
        if not self._hooks and not self.results.are_awaited:
            return  # mostly
        edges = [(edge, g) for edge, g in zip(node.next_functions, going_out, strict=False) if g is not None]
        for (following, _), gradient in edges:
            if following is not None:
                self.results.sent(following, gradient)
        if not self._hooks:
            return
        for used in coming_in:
            if used is not None and id(used) in self._versions:
                self._versions[id(used)] = torch_api.version_of(used)
        for edge, sent in edges:
            if edge in self._hooks:
                if any(waits_for(other, edge[0], sent, g) for (other, _), g in edges):
                    self._awaited.add(edge)
                self._sent.setdefault(edge, []).append(OwnRef(sent))
                self._versions[id(sent)] = torch_api.version_of(sent)

    def _arrived(self, node: Node, gradients: Gradients) -> None:
        """The hooks of a tensor have run; what several steps have sent was added up, which writes too."""
        for result, gradient in enumerate(gradients):
            if gradient is not None:
                self.results.came_out(node, gradient)
            codes, sent = self._hooks.get((node, result), []), self._sent.get((node, result), [])
            if codes and gradient is not None and [ref() is gradient for ref in sent] == [True]:
                self._compare(gradient, codes, (node, result) in self._awaited)

    def _compare(self, gradient: torch.Tensor, codes: list[CodeType], is_awaited: bool) -> None:
        before, now = self._versions[id(gradient)], torch_api.version_of(gradient)
        self._versions[id(gradient)] = now
        for code in codes if now > before and len(self.found) < MOST else ():
            place = f"{code.co_filename}:{code.co_firstlineno}"
            if is_awaited and len(codes) == 1 and len(self.spoiling) < MOST:  # of several it is unknown which
                self.spoiling[place] = definition_of(code)
            if _returns_nothing(code):
                self.found[place] = definition_of(code)

    def ends(self) -> None:
        self._hooks, self._sent, self._versions, self._awaited = {}, {}, {}, set()
        self._on_results.clear()
        self.results.ends()


def waits_for(other: Node | None, first: Node, sent: torch.Tensor, to_other: torch.Tensor) -> bool:
    """Does another node that runs later get the gradient that was sent to one? The latest that are ready run first.

    A leaf has taken its gradient before.
    """
    if other is None or other is first or leaf_of(other) is not None:
        return False
    return to_other.data_ptr() == sent.data_ptr() and other._sequence_nr() < first._sequence_nr()


def _may_write(code: CodeType) -> bool:
    """Does it name a method that ends in an underscore, as those that write in place do?"""
    return any(name.endswith("_") and not name.startswith("_") for name in code.co_names)


def _returns_nothing(code: CodeType) -> bool:
    """Is `None` all that a function can return?"""
    steps = [s for s in dis.get_instructions(code) if s.opname not in ("NOP", "RESUME", "CACHE")]
    before = [None, *steps]
    for last, step in zip(before, steps, strict=False):
        is_none = last is not None and last.opname == "LOAD_CONST" and last.argval is None
        if step.opname == "RETURN_VALUE" and not is_none:
            return False
        if step.opname == "RETURN_CONST" and step.argval is not None:
            return False
    return not code.co_flags & 0x20  # a generator returns itself
