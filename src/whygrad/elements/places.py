"""Where a tensor lies on the tape, also where it was picked from a watched one after the fact."""

from __future__ import annotations

from typing import Any

import torch

from whygrad.elements.picked import Picked
from whygrad.elements.replay import Given
from whygrad.elements.sweep import Sweep
from whygrad.record.seam import torch_api
from whygrad.tape.cells import Call, Kept, Layer, State, geometry_of
from whygrad.tape.tape import Tape

# Calls that copy elements of their first argument.
PICKING = ("__getitem__", "gather", "index_select", "masked_select", "take", "take_along_dim", "index", "flip")


class Spot:
    """Cells of a memory; `picked` leads from them to the tensor that was asked about, where they are not the same."""

    def __init__(
        self, state: State | None, layer: Layer, geometry: Any, tensor: torch.Tensor, count: int, rewritten: bool
    ) -> None:
        self.state = state
        self.rewritten = rewritten  # was the memory written again after it was made?
        self.layer = layer
        self.geometry = geometry
        self.count = count  # elements that were asked about
        self.tensor = tensor
        self.device = tensor.device
        self.picked: Picked | None = None
        self.call: Call | None = None

    def seeds(self, first: int, end: int) -> torch.Tensor:
        """One row for each element of `of`, from `first` to `end`, at the cells."""
        rows = torch.zeros((end - first, self.count), dtype=self.geometry[3], device=self.device)
        rows[torch.arange(end - first), torch.arange(first, end)] = 1
        return self.spread(rows)

    def spread(self, rows: torch.Tensor) -> torch.Tensor:
        """Rows of what was asked about as rows at the cells."""
        if self.picked is not None:
            rows = rows.reshape(len(rows), *self.picked.tensor.shape)
            return self.picked.spread(self.picked.root, rows)
        return rows.reshape(len(rows), *self.geometry[0])

    def collected(self, rows: torch.Tensor) -> torch.Tensor:
        """Rows at the cells as rows of what was asked about, the transpose of `spread`."""
        return rows if self.picked is None else self.picked.pick(self.picked.root, rows)

    def answer(self, sweep: Sweep) -> tuple[torch.Tensor, torch.Tensor]:
        rest = sweep.adjoints.get(id(self.layer))
        rows = rest[1].grad.shape[0] if rest is not None else sweep.rows
        grad, used = sweep.answer.read(rest[1] if rest is not None else None, self.geometry, rows)
        return self.shown(grad), self.shown(used.to(grad.dtype)) != 0

    def shown(self, rows: torch.Tensor) -> torch.Tensor:
        """Rows at the cells as rows of what was asked about."""
        if self.picked is not None:
            return self.picked.pick(self.picked.root, rows.to(self.device))
        if self.call is not None:
            return torch.stack([_again(self.call, row) for row in rows]) if len(rows) else rows
        return rows

    def behind(self) -> Spot | None:
        """The elements that these are copies of, where a call only copied them."""
        state = self.state
        call = state.call if state is not None and state.previous is None else None
        if call is None or self.picked is not None or self.call is not None or not call.args:
            return None
        source = call.args[0]
        if getattr(call.op, "__name__", "") not in PICKING or not isinstance(source, Kept):
            return None
        if self.geometry != call.outputs[0].geometry:
            return None
        spot = Spot(source.state, source.layer, source.geometry, source.value, self.count, _is_rewritten(source.state))
        spot.call = call
        return spot


def _again(call: Call, values: torch.Tensor) -> torch.Tensor:
    """Pick from `values` what the call picked from its first argument."""
    given = Given(in_place=False, numbers=False)
    rest, options = given.give(tuple(call.args[1:])), given.give(call.kwargs)
    assert call.func is not None
    return torch.as_tensor(call.func(values, *rest, **options))


def locate(tensor: torch.Tensor, tape: Tape | None, picked: Picked) -> Spot | None:
    """Where the tensor lies; None where it was not watched."""
    if tape is None or not torch_api.is_plain(tensor):
        return None
    found = _lying(tensor, tensor, tape)
    if found is not None or picked.root is None:
        return found
    source = _living(picked.root, tape)
    found = _lying(source, tensor, tape) if source is not None else None
    if found is not None:
        found.picked = picked
    return found


def _lying(at: torch.Tensor, asked: torch.Tensor, tape: Tape) -> Spot | None:
    place = tape.place(at, make=False)
    if place is None:
        return None
    state = place.memory.state
    return Spot(state, place.layer, geometry_of(at), asked, asked.numel(), _is_rewritten(state))


def _is_rewritten(state: State | None) -> bool:
    return state is not None and state.previous is not None


def _living(root: Any, tape: Tape) -> torch.Tensor | None:
    """The living tensor that a node of autograd's graph made."""
    if isinstance(root, torch.Tensor):
        return root
    for tensor in tape.living():
        if torch_api.requires_grad(tensor) and tensor.grad_fn is root.node and tensor.output_nr == root.output_nr:
            return tensor
    return None
