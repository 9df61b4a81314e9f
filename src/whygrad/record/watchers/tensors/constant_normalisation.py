"""Values that are normalised over one element: whatever went in, the same comes out, a sign or a zero."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from math import prod
from typing import Any

import torch

from whygrad.ops import LENGTHS, SQUARES, SUBTRACTING, VIEWS, act_of, canonical
from whygrad.record.live.bounded import MANY_KEPT, Bounded
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import node_of

DIVIDING = frozenset({"div"})
# Between a value's length and what it is divided by: another shape, a small number, a root.
BETWEEN = VIEWS | {"add", "clamp", "clamp_min", "sqrt", "maximum"}
MEANS = frozenset({"mean"})
NEITHER: frozenset[str] = frozenset()
NEAR = 6
ROUNDING, NEARLY_ALL = 1e-4, 0.9


class OfOneElement:
    """The places that normalised, by whether they ever did so over more than one element; on probed steps."""

    def __init__(self) -> None:
        self._places: Bounded[Frames, tuple[bool, weakref.ref[Origin]]] = Bounded(MANY_KEPT)  # and the latest there

    def result(self, result: torch.Tensor, origin: Origin, name: str) -> None:
        """A function of this name has returned what autograd follows."""
        act = canonical(name)
        if act not in NORMALISING and act not in OF_TWO:
            return
        number = _elements(result, origin, act)
        if number is not None:
            before = self._places.get(origin.frames, (True, None))[0]
            self._places[origin.frames] = (number == 1 and before, weakref.ref(origin))

    def found(self) -> list[Origin]:
        """The latest of each place that normalised over one element whenever it was looked at."""
        latest = (ref() for only_one, ref in self._places.values() if only_one)
        return [origin for origin in latest if origin is not None]

    def holds(self, frames: Frames) -> bool:
        return self._places.get(frames, (False, None))[0]


def _elements(result: torch.Tensor, origin: Origin, act: str) -> int | None:
    """Over how many elements this operation normalises; None where it does not, or does not say."""
    of_node = NORMALISING.get(act)
    if of_node is not None:
        return of_node(result) if node_of(result) is not None else None
    reducing, size = (LENGTHS, 1.0) if act in DIVIDING else (MEANS, 0.0) if act in SUBTRACTING else (NEITHER, 0.0)
    number = _elements_behind(*origin.parents, reducing) if reducing and len(origin.parents) == 2 else None
    # A number that is not small may have been added to the length: `x / (1 + x.abs())` is no sign.
    return 0 if number == 1 and not _has_size(result, size) else number


def _elements_behind(value: Origin, other: Origin, reducing: frozenset[str]) -> int | None:
    """Of how many elements `other` is the length, where it is a length of `value`."""
    for _ in range(NEAR):
        name = act_of(other.op)
        inside = other.parents[0] if other.parents else None
        if inside is None:
            return None
        if name in reducing:
            squared = act_of(inside.op) in SQUARES and inside.parents[:1] == (value,)
            before, after = (_numel(o) for o in (inside, other))
            return before // after if (inside is value or squared) and before and after else None
        if name not in BETWEEN:
            return None
        other = inside
    return None


def _has_size(result: torch.Tensor, size: float) -> bool:
    """Are nearly all elements as large as this, apart from rounding? The smallest may feel what was added."""
    if result.layout != torch.strided or not torch_api.values_may_be_read():
        return False
    with torch_api.unseen():
        return float(((result.abs() - size).abs() <= ROUNDING).double().mean()) >= NEARLY_ALL


def _numel(origin: Origin) -> int:
    shape = (origin.extra or {}).get("shape")
    return prod(shape) if shape is not None else 0


def _of_normalize(result: torch.Tensor) -> int | None:
    """`F.normalize` divides by a norm: its node knows along which dimensions."""
    node = result.grad_fn
    for at in range(NEAR):
        edges = node.next_functions if node is not None else ()
        node = edges[min(1, len(edges) - 1) if not at else 0][0] if edges else None
        if node is None:
            return None
        dimensions = getattr(node, "_saved_dim", None)
        if "Norm" in node.name() and dimensions is not None:
            return _along(tuple(result.shape), dimensions)
    return None


def _of_layer_norm(result: torch.Tensor) -> int | None:
    shape = getattr(result.grad_fn, "_saved_normalized_shape", None)
    return prod(shape) if shape is not None else None


def _of_group_norm(result: torch.Tensor) -> int | None:
    channels, size, groups = (getattr(result.grad_fn, f"_saved_{name}", None) for name in ("C", "HxW", "group"))
    return int(channels) * int(size) // int(groups) if channels and size and groups else None


def _of_cosine(result: torch.Tensor) -> int | None:
    """The cosine is a sum of products along a dimension."""
    dimensions = getattr(result.grad_fn, "_saved_dim", None)
    shape = getattr(result.grad_fn, "_saved_self_sym_sizes", None)
    return _along(tuple(shape), dimensions) if dimensions is not None and shape else None


def _along(shape: tuple[int, ...], dimensions: Any) -> int | None:
    numbers = [dimensions] if is_a(dimensions, int) else [*dimensions]
    numbers = [n - 2**64 if n >= 2**63 else n for n in numbers]  # torch shows negative numbers so
    if not all(-len(shape) <= n < len(shape) for n in numbers):
        return None
    return prod(shape[n] for n in numbers) if numbers else prod(shape)


NORMALISING: dict[str, Callable[[torch.Tensor], int | None]] = {
    "normalize": _of_normalize,
    "layer_norm": _of_layer_norm,
    "group_norm": _of_group_norm,
    "cosine_similarity": _of_cosine,
}
OF_TWO = frozenset({*DIVIDING, *SUBTRACTING})
