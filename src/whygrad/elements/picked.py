"""What `h[2]` denotes in autograd's own graph, although it was evaluated after the fact.

A fresh `h[2]` is a new tensor behind a node that picks elements. Walking back over such nodes leads to the value that
the elements were picked from. Which elements they are need not be read from the nodes: picking is linear, so its
transpose is its own backward pass, and the backward pass of that is the picking again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import torch

from whygrad.elements.replay import vector_products
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import leaf_of

# Nodes whose result shows the memory of their input.
VIEWS = frozenset(
    {
        "SelectBackward0",
        "SliceBackward0",
        "ViewBackward0",
        "AsStridedBackward0",
        "TransposeBackward0",
        "TBackward0",
        "PermuteBackward0",
        "UnsqueezeBackward0",
        "SqueezeBackward0",
        "SqueezeBackward1",
        "SqueezeBackward2",
        "ExpandBackward0",
        "ReshapeAliasBackward0",
        "AliasBackward0",
        "DiagonalBackward0",
        "UnfoldBackward0",
        "SplitBackward0",
        "SplitWithSizesBackward0",
        "UnbindBackward0",
    }
)
# Nodes whose result is a copy of elements of their input.
COPIES = frozenset(
    {
        "IndexBackward0",
        "GatherBackward0",
        "IndexSelectBackward0",
        "MaskedSelectBackward0",
        "TakeBackward0",
        "FlipBackward0",
        "RollBackward0",
    }
)
MOST_FRAMES = 8
MOST_NUMBERS = 2**24  # of a batch of derivatives


class Picked:
    """A tensor as elements picked from values further back; `sources` are these values, the nearest first."""

    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor = with_history(tensor)
        self.sources: list[Any] = []  # edges of the graph, or leaves
        self.copied = False  # does a copy stand between the tensor and the last source?
        if not self.tensor.requires_grad:
            return
        if self.tensor.grad_fn is None:
            self.sources.append(self.tensor)
            return
        self._walk(self.tensor.grad_fn, self.tensor.output_nr)

    def _walk(self, node: Any, number: int) -> None:
        while True:
            name = node.name()
            following = next((n for n in node.next_functions if n[0] is not None), None)
            if following is None or name not in VIEWS | COPIES:
                break
            if name in COPIES:
                # Something may have been computed from the copy itself: then that is what is meant.
                self.sources.append(torch_api.edge_of(node, number))
                self.copied = True
            node, number = following
        leaf = leaf_of(node)
        self.sources.append(leaf if leaf is not None else torch_api.edge_of(node, number))

    @property
    def root(self) -> Any:
        return self.sources[-1] if self.sources else None

    def is_itself(self, source: Any) -> bool:
        """Is the source this very tensor, with nothing picked?"""
        return _makes(source, self.tensor)

    def pick(self, source: Any, rows: torch.Tensor) -> torch.Tensor:
        """The elements of each row, which is shaped as the source is."""
        if self.is_itself(source):
            return rows
        base = torch_api.view_base(self.tensor)
        if base is not None and base.is_contiguous() and _makes(source, base) and rows.shape[1:] == base.shape:
            # The short way for plain views: the same elements of a tensor that lies as the base does.
            offset = self.tensor.storage_offset() - base.storage_offset()
            strides = (base.numel(), *self.tensor.stride())
            return rows.contiguous().as_strided((len(rows), *self.tensor.shape), strides, offset).clone()
        probe = torch.zeros_like(self.tensor, requires_grad=True)
        (spread,) = torch.autograd.grad(self.tensor, [source], probe, create_graph=True, retain_graph=True)
        (picked,) = vector_products([spread], [probe], [rows], create_graph=rows.requires_grad)
        return torch.as_tensor(picked)

    def spread(self, source: Any, rows: torch.Tensor) -> torch.Tensor:
        """The transpose of `pick`: each row, shaped as this tensor is, put where its elements were picked."""
        if self.is_itself(source):
            return rows
        (spread,) = vector_products([self.tensor], [source], [rows])
        return torch.as_tensor(spread)


def _makes(source: Any, tensor: torch.Tensor) -> bool:
    if isinstance(source, torch.Tensor):
        return source is tensor
    return source.node is tensor.grad_fn and bool(source.output_nr == tensor.output_nr)


def same_value(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor) or isinstance(other, torch.Tensor):
        return one is other
    return one.node is other.node and one.output_nr == other.output_nr


def with_history(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor itself, or the same view made again where it was made under `no_grad`."""
    if tensor.grad_fn is not None:
        return tensor
    base = torch_api.view_base(tensor)
    if base is None or not torch_api.requires_grad(base):
        return tensor
    return base.as_strided(tensor.size(), tensor.stride(), tensor.storage_offset())


def derivative(of: torch.Tensor, wrt: Picked) -> torch.Tensor | None:
    """d of / d wrt with the rows of `of` in front, by autograd itself; None where `of` was not computed from `wrt`."""
    count, fewer = of.numel(), wrt.tensor.numel()
    if 2 * fewer + 1 < count:
        try:
            return _by_columns(of, wrt)
        except (RuntimeError, NotImplementedError):  # some operation has no second derivative, or a true error
            pass
    parts: list[torch.Tensor] = []
    step, start = 1, 0
    while start < count or (count == 0 and not parts):
        rows = _unit_rows(of, start, min(start + step, count))
        found = vector_products([of], wrt.sources, [rows])
        source, grad = next(((s, g) for s, g in zip(wrt.sources, found, strict=True) if g is not None), (None, None))
        if grad is None:
            return None
        parts.append(wrt.pick(source, grad))
        start += rows.shape[0]
        step = max(1, MOST_NUMBERS // max(1, grad[0].numel()))  # the first row has shown how large one is
    return parts[0] if len(parts) == 1 else torch.cat(parts)


def _by_columns(of: torch.Tensor, wrt: Picked) -> torch.Tensor | None:
    """Forward mode on a graph that stands: the backward pass is linear in what it starts from, and has a transpose."""
    start = torch.zeros_like(of, requires_grad=True)
    found = torch.autograd.grad([of], wrt.sources, [start], create_graph=True, allow_unused=True)
    source, back = next(((s, g) for s, g in zip(wrt.sources, found, strict=True) if g is not None), (None, None))
    if back is None:
        return None
    parts, at, count = [], 0, wrt.tensor.numel()
    step = max(1, MOST_NUMBERS // max(1, back.numel()))
    while at < count:
        units = wrt.spread(source, _unit_rows(wrt.tensor, at, min(at + step, count)))
        (columns,) = vector_products([back], [start], [units])
        parts.append(columns)
        at += step
    columns = torch.cat(parts)
    return columns.reshape(count, -1).t().reshape(of.numel(), *wrt.tensor.shape)


def _unit_rows(tensor: torch.Tensor, start: int, end: int) -> torch.Tensor:
    if tensor.numel() == 1:
        return torch.ones((end - start, *tensor.shape), dtype=tensor.dtype, device=tensor.device)
    rows = torch.zeros((end - start, tensor.numel()), dtype=tensor.dtype, device=tensor.device)
    rows[torch.arange(end - start), torch.arange(start, end)] = 1
    return rows.reshape(end - start, *tensor.shape)


@contextmanager
def nothing_filled(frame: FrameType | None, living: list[torch.Tensor]) -> Iterator[None]:
    """`retain_grad()` fills `.grad` in every pass, also in one that is not the program's: put back what was there.

    Autograd does not tell which tensors retain; those in the variables of the running frames and those that the
    recorder knows are looked at.
    """
    retaining = {id(t): t for t in [*living, *_in_frames(frame)] if _retains(t)}
    before = [(tensor, tensor.grad) for tensor in retaining.values()]
    copies = [None if grad is None else grad.detach().clone() for _, grad in before]
    try:
        yield
    finally:
        for (tensor, grad), copy in zip(before, copies, strict=True):
            if grad is not None and tensor.grad is grad and copy is not None:
                grad.data.copy_(copy)
            else:
                tensor.grad = grad


def _retains(tensor: torch.Tensor) -> bool:
    try:
        return tensor.retains_grad
    except RuntimeError:
        return False


def _in_frames(frame: FrameType | None) -> Iterator[torch.Tensor]:
    """The tensors in the variables of the running frames, in their containers and modules, one level deep."""
    places = [frame.f_globals] if frame is not None else []
    for _ in range(MOST_FRAMES):
        if frame is None:
            break
        if frame.f_code.co_name != "<module>":
            places.append(frame.f_locals)
        frame = frame.f_back
    for values in places:
        for value in list(values.values()):
            if isinstance(value, torch.Tensor):
                yield value
            elif isinstance(value, (list, tuple)):
                yield from (v for v in value[:64] if isinstance(v, torch.Tensor))
            elif isinstance(value, (dict, torch.nn.Module)):
                inner = value if isinstance(value, dict) else vars(value)
                yield from (v for v in list(inner.values())[:64] if isinstance(v, torch.Tensor))
