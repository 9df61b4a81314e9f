"""The derivative of some cells with respect to others, through every call on the tape, from the latest back.

Cells are the unit, not tensors: where a call wrote cells, their derivative is taken away and handed to what the call
had read. So a tensor filled from its own elements is nothing special.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import torch

from whygrad.elements.adjoints import Adjoint, Answer, whole
from whygrad.elements.replay import Run
from whygrad.tape.cells import Call, Cut, Geometry, Layer, Number, Output, State

Allowed = Callable[[Cut], bool]


class Sweep:
    """One walk back from `of`; `answer` is what came together for `wrt`."""

    def __init__(self, rows: int, allowed: Allowed, wrt: Layer, traced: bool = False) -> None:
        self.rows = rows
        self._traced = traced  # is the walk itself to be differentiated?
        self._allowed = allowed
        self.answer = Answer(wrt)
        self.adjoints: dict[int, tuple[Layer, Adjoint]] = {}
        self.blocked: dict[Cut, None] = {}  # cuts that a derivative came to and that were not to be passed
        self.unseen = False  # a derivative came to a tensor that was made out of sight
        self._heap: list[tuple[int, int, State | Layer]] = []
        self._pushed: set[int] = set()
        self._order = itertools.count()

    def add(
        self, layer: Layer, geometry: Geometry, state: State | None, grad: torch.Tensor, used: torch.Tensor
    ) -> None:
        """A value at `geometry` was read when its memory was in `state`, and `of` has this derivative there."""
        if not (layer.dtype.is_floating_point or layer.dtype.is_complex):
            return
        if layer.cut is not None and layer.cut.kind == "opaque":
            raise ValueError("the path goes through a view with another dtype, which whygrad does not follow in memory")
        if id(layer) not in self.adjoints:
            self.adjoints[id(layer)] = (layer, Adjoint(self.rows, layer, grad.device))
        self.adjoints[id(layer)][1].add(geometry, grad if self._traced else grad.detach(), used)
        self.unseen = self.unseen or layer.unseen
        self._push(state)
        if layer.parent is not None:
            self._push(layer)

    def _push(self, event: State | Layer | None) -> None:
        if event is not None and id(event) not in self._pushed:
            self._pushed.add(id(event))
            serial = event.serial if isinstance(event, State) else event.born
            heapq.heappush(self._heap, (-serial, next(self._order), event))

    def run(self) -> None:
        done: set[int] = set()
        while self._heap:
            _, _, event = heapq.heappop(self._heap)
            call = event.call
            if call is not None and id(call) not in done:
                done.add(id(call))
                self._pass_call(call)
            if isinstance(event, State):
                self._push(event.previous)
            elif call is None:
                self._pass_birth(event)

    # -- a call ----------------------------------------------------------------------------------------------------

    def _pass_call(self, call: Call) -> None:
        if not any(self._is_used(output) for output in call.outputs):
            return
        passes = call.cut is None or self._allowed(call.cut)
        if call.forgotten:
            raise ValueError(
                "values on the path were dropped to save memory: watch less at once, or raise `keep_bytes`"
            )
        run = Run(call) if call.func is not None and (passes or call.partial) else None
        taken = [(o.number, *found) for o in call.outputs if (found := self._take(call, o, run)) is not None]
        if not passes:
            assert call.cut is not None
            self.blocked[call.cut] = None
            return
        if run is None or not taken:
            return
        rows = torch.stack([used.reshape(len(used), -1).any(1) for _, _, used in taken]).any(0)
        for owner, grad, used in _contributions(run, _summed(taken), self._traced):
            kept = owner.kept if isinstance(owner, Number) else owner
            if isinstance(owner, Number) and not self._allowed(owner.cut):
                self.blocked[owner.cut] = None
                continue
            if not (call.partial and kept is call.args[0]):
                # Rows that used the result, and no element of this argument: a derivative of zero, a dead unit.
                nowhere = rows & ~used.reshape(len(used), -1).any(1)
                used = used | nowhere.reshape(-1, *[1] * (used.dim() - 1))
            self.add(kept.layer, kept.geometry, kept.state, grad, used)

    def _shown_in(self, output: Output) -> Iterator[tuple[Layer, Adjoint]]:
        """The layers through which the cells of an output were read."""
        for layer, adjoint in list(self.adjoints.values()):
            if layer is output.layer or (layer.block is output.layer.block and output.layer.call is None):
                yield layer, adjoint

    def _is_used(self, output: Output) -> bool:
        return any(bool(adjoint.used_at(output.geometry).any()) for _, adjoint in self._shown_in(output))

    def _take(self, call: Call, output: Output, run: Run | None) -> tuple[torch.Tensor, torch.Tensor] | None:
        """Take the derivatives off the cells that were written, through whatever layer they were read."""
        written = run.written() if call.partial and run is not None else None
        total: tuple[torch.Tensor, torch.Tensor] | None = None
        for layer, adjoint in self._shown_in(output):
            if layer is self.answer.layer:
                self.answer.settle(adjoint, output.geometry, written, call.serial)
            grad, used = adjoint.grad_at(output.geometry), adjoint.used_at(output.geometry)
            now = used if written is None else used & written
            if bool(now.any()) and self._may_pass_between(layer, output.layer):
                part = grad.clone() if written is None else grad * written
                total = (part, now.clone()) if total is None else (total[0] + part, total[1] | now)
            if written is None:
                grad.zero_()
                used.zero_()
            else:
                grad.masked_fill_(written, 0)
                used.masked_fill_(written, False)
        return total

    def _may_pass_between(self, reader: Layer, writer: Layer) -> bool:
        """Written through one layer and read through another: every cut between them has to be passed."""
        if reader is writer:
            return True
        behind, other = list(_ancestors(reader)), list(_ancestors(writer))
        between = [one for one in behind if one not in other] + [one for one in other if one not in behind]
        cuts = [layer.cut for layer in between if layer.cut is not None]
        stopped = [cut for cut in cuts if not self._allowed(cut)]
        self.blocked.update(dict.fromkeys(stopped))
        return not stopped

    # -- the birth of a layer --------------------------------------------------------------------------------------

    def _pass_birth(self, layer: Layer) -> None:
        """`.detach()` made this layer of its parent."""
        _, adjoint = self.adjoints[id(layer)]
        if layer.parent is None or not bool(adjoint.used.any()):
            return
        everything = whole(layer.block, layer.dtype)
        if layer is self.answer.layer:
            self.answer.settle(adjoint, everything, None, layer.born)
        del self.adjoints[id(layer)]
        if layer.cut is not None and not self._allowed(layer.cut):
            self.blocked[layer.cut] = None
            return
        self.add(layer.parent, everything, None, adjoint.grad, adjoint.used)


Taken = list[tuple[int, torch.Tensor, torch.Tensor]]  # (which result, derivatives by row, which cells are used)


def _contributions(run: Run, taken: Taken, traced: bool) -> Iterator[tuple[Any, torch.Tensor, torch.Tensor]]:
    """(argument, derivatives by row, which of its elements are used) for every argument that matters."""
    found = run.contributions([(index, grad) for index, grad, _ in taken], traced)
    probed: dict[int, torch.Tensor] = {}
    if any(bool((used & (grad == 0)).any()) for _, grad, used in taken):
        # A cell is used although its derivative is zero: ask once more what it depends on, by derivatives that are not.
        probes = [(index, unequal(used, grad.dtype)) for index, grad, used in taken]
        probed = {id(owner): row != 0 for owner, row in run.contributions(probes)}
    for owner, grad in found:
        used = grad != 0
        yield owner, grad, used | probed[id(owner)] if id(owner) in probed else used


def unequal(used: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Rows of unequal numbers where `used` is true; drawn from no generator."""
    numbers = 1 + 0.37 * (torch.arange(used[0].numel(), device=used.device) % 7)
    return (numbers.reshape(used.shape[1:]) * used).to(dtype)


def _summed(taken: Taken) -> Taken:
    found: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}
    for index, grad, used in taken:
        known = found.get(index)
        found[index] = (grad, used) if known is None else (known[0] + grad, known[1] | used)
    return [(index, *both) for index, both in found.items()]


def _ancestors(layer: Layer | None) -> Iterator[Layer]:
    while layer is not None:
        yield layer
        layer = layer.parent
