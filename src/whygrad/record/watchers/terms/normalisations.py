"""Normalisations in autograd's graph, and whether one takes back all of the gradient that comes to it.

What was divided by its own sum has a sum that no value changes, and so have a mean and a norm that were normalised. The
gradient of such a result lies where the normalisation lets nothing through. Torch's own are a node each; of those that
are written by hand, the ways of the gradient meet at the value that was normalised, and cancel out there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import torch
from torch.autograd.graph import Node

from whygrad.record.live.bounded import NEAR
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import leaf_of, saved_by
from whygrad.record.training.linear_forms import kind_of_node

Edge = tuple[Node, int]
Gradients = Sequence[torch.Tensor | None]

SHARES = frozenset({"Softmax"})
LOG_SHARES = frozenset({"LogSoftmax"})
STANDARDISING = frozenset({"NativeLayerNorm", "NativeGroupNorm", "NativeBatchNorm", "CudnnBatchNorm"})
# The last step of one that is written by hand, and what it takes one number of many by.
BY_HAND = frozenset({"Div", "Mul", "Sub"})
SIZING = frozenset({"Sum", "Mean", "LinalgVectorNorm", "Norm", "Std", "Var", "Logsumexp"})
# What makes one number of many, and what else leads there.
REDUCING = SIZING | {"AvgPool1D", "AvgPool2D", "AvgPool3D", "AdaptiveAvgPool1D", "AdaptiveAvgPool2D",
                     "AdaptiveAvgPool3D", "MkldnnAdaptiveAvgPool2D"}  # fmt: skip
PRODUCTS = frozenset({"Mm", "Bmm", "Mv"})  # reduce where the other side does not learn
STEPS_BETWEEN = frozenset({
    "Alias", "Clone", "Div", "Exp", "Expand", "Mul", "Neg", "Permute", "Pow", "ReshapeAlias", "Squeeze", "T", "ToCopy",
    "Transpose", "UnsafeView", "Unsqueeze", "View",
})  # fmt: skip
MOST_STEPS = 24  # of one that is written by hand
LARGEST = 2**20  # elements of a gradient that is read
ROUNDING = 1e-4  # of the gradient
SAME = 100  # times the spacing of numbers as large
LIKELY = 0.01  # a share that does not vanish
SEVERAL = 2


@dataclass
class Normalisation:
    """One of a pass, with the sum of what its steps send to the value that it normalises."""

    node: Node  # the last of its steps
    reducer: Node
    senders: dict[Node, list[int]] = field(default_factory=dict)  # by hand: which of their results go there
    sums: list[torch.Tensor | None] = field(default_factory=lambda: [None])
    largest: float = 0.0  # of all that was sent there
    takes_back: bool | None = None  # not known before the pass


def normalisations(nodes: Sequence[Node], most: int) -> list[Normalisation]:
    """Those whose result goes into a reduction alone, nearest to the loss first."""
    users: dict[Node, list[Node]] = {}
    for node in nodes:
        for following in {following for following, _ in node.next_functions if following is not None}:
            users.setdefault(following, []).append(node)
    return list(islice(_found(nodes, users), most))


def _found(nodes: Sequence[Node], users: dict[Node, list[Node]]) -> Iterator[Normalisation]:
    for node in nodes:
        kind = kind_of_node(node)
        is_own = kind in SHARES or kind in LOG_SHARES or kind in STANDARDISING
        if not is_own and (kind not in BY_HAND or not _has_two_sides(node)):
            continue
        reducer = _reducer_of(node, users, kind in LOG_SHARES)
        if reducer is None:
            continue
        if is_own:
            yield Normalisation(node, reducer)
        elif senders := _senders(node):
            yield Normalisation(node, reducer, senders)


def _has_two_sides(node: Node) -> bool:
    return sum(following is not None for following, _ in node.next_functions) == SEVERAL


def _reducer_of(node: Node, users: dict[Node, list[Node]], is_logarithm: bool) -> Node | None:
    """The operation that makes one number of many of its result, where the result goes nowhere else."""
    at, is_known = node, not is_logarithm
    for _ in range(NEAR):
        if len(users.get(at, ())) != 1:
            return None
        at = users[at][0]
        kind = kind_of_node(at)
        if kind in REDUCING:
            return at if is_known or kind == "Logsumexp" else None
        if kind in PRODUCTS:
            return at if is_known and not _has_two_sides(at) else None
        if kind not in STEPS_BETWEEN:
            return None
        is_known = is_known or kind == "Exp"
    return None


def _senders(node: Node) -> dict[Node, list[int]]:
    """The steps that send a gradient to what is normalised by hand, each with the numbers of those results.

    One side leads there at once, the other by one number of many.
    """
    (one, at_one), (other, at_other) = ((to, at) for to, at in node.next_functions if to is not None)
    ways = [_way((one, at_one)), _way((other, at_other))]
    for mine, its in (ways, ways[::-1]):
        values = [value for value in mine if value in its and its[value] and not mine[value]]
        if not values:
            continue
        inside = {node, *(step for way in ways for step, _ in way)}
        value = values[0]
        sent = {step: [n for n, edge in enumerate(step.next_functions) if edge == value] for step in inside}
        return {step: numbers for step, numbers in sent.items() if numbers and step is not value[0]}
    return {}


def _way(start: Edge) -> dict[Edge, bool]:
    """What lies behind one side, nearest first, each with whether a number of many stands between."""
    known: dict[Edge, bool] = {start: False}
    queue = [start]
    for edge in queue:  # grows while it is walked
        node = edge[0]
        behind = known[edge] or kind_of_node(node) in SIZING
        for following, at in node.next_functions if leaf_of(node) is None else ():
            if following is not None and (following, at) not in known and len(known) < MOST_STEPS:
                known[following, at] = behind
                queue.append((following, at))
    return known


def sent(found: Normalisation, numbers: Iterable[int], going_out: Gradients) -> None:
    """A step of one that is written by hand has run."""
    for number in numbers:
        gradient = going_out[number] if number < len(going_out) else None
        if gradient is None:
            continue
        if not _is_exact(gradient):
            found.takes_back = False
            return
        gradient = gradient.detach()
        found.largest = max(found.largest, float(gradient.abs().max()))
        before = found.sums[0]
        found.sums[0] = gradient.clone() if before is None else before.add_(gradient)


def cancels(found: Normalisation) -> bool | None:
    """Was all that was sent to the value taken back? None where nothing came."""
    total = found.sums[0]
    if found.takes_back is not None or total is None or not found.largest:
        return found.takes_back
    return float(total.abs().max()) <= ROUNDING * found.largest


def takes_back(node: Node, going_out: torch.Tensor | None, coming_in: torch.Tensor | None) -> bool | None:
    """The same of torch's own, asked while it runs, when it has its values."""
    if going_out is None or coming_in is None or not (_is_exact(going_out) and _is_exact(coming_in)):
        return False
    gradient = coming_in.detach()
    if not torch_api.any_nonzero(gradient):
        return None
    kind = kind_of_node(node)
    if kind in SHARES:
        return _is_same_along(node, gradient)
    sizes = gradient.abs().max() if kind in LOG_SHARES else _sizes(node, kind, gradient)
    return sizes is not None and bool(going_out.detach().abs().max() <= ROUNDING * sizes.max())


def _is_same_along(node: Node, gradient: torch.Tensor) -> bool | None:
    """A softmax lets nothing through of what is equal wherever it has a share; a lone share tells nothing."""
    result, dimension = saved_by(node, "result"), saved_by(node, "dim")
    if result is None or dimension is None or result.shape != gradient.shape or not result.dim():
        return False
    dimension = dimension - 2**64 if dimension >= 2**63 else dimension  # torch shows a negative number so
    shared = ((result > LIKELY).sum(dimension, keepdim=True) >= SEVERAL) & (result > 0)
    if not bool(shared.any()):
        return None
    most = gradient.masked_fill(~shared, -torch.inf).amax(dimension)
    least = gradient.masked_fill(~shared, torch.inf).amin(dimension)
    is_asked = shared.any(dimension)
    size = gradient[shared].abs().max()
    spacing = SAME * torch.finfo(gradient.dtype).eps
    return bool((most - least)[is_asked].max() <= spacing * size) if size else None


def _sizes(node: Node, kind: str, gradient: torch.Tensor) -> torch.Tensor | None:
    """How large the gradient would be behind the normalisation if nothing of it were taken back."""
    scale, weight = saved_by(node, "result2"), saved_by(node, "weight")
    if scale is None or not scale.numel():
        return None
    if kind == "NativeLayerNorm":
        weighed = gradient if weight is None else gradient * weight
        shape = saved_by(node, "normalized_shape")
        return weighed.abs().flatten(-len(shape)).amax(-1).flatten() * scale.flatten()
    if kind == "NativeGroupNorm":
        each = gradient.abs().flatten(2).amax(2)
        each = each if weight is None else each * weight.abs()
        return each.view(scale.shape[0], scale.shape[1], -1).amax(2) * scale
    if saved_by(node, "training") is False:
        return None  # its statistics are constants
    each = gradient.abs().transpose(0, 1).flatten(1).amax(1)
    return (each if weight is None else each * weight.abs()) * scale


def _is_exact(gradient: torch.Tensor) -> bool:
    is_wide = gradient.dtype in (torch.float32, torch.float64)
    return is_wide and torch_api.is_plain(gradient) and 0 < gradient.numel() <= LARGEST
