"""A loss that is nan or infinite, on a pass that nobody was looking at: where did that arise?

The forward pass is over, but autograd still has what its nodes saved for the backward pass. The earliest node with
a bad value, and what lies between it and the nodes whose values are all good, is where it arose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import torch
from torch.autograd.graph import Node

from whygrad.interruptions.errors import hand_on
from whygrad.record.live.bounded import MOST_NODES
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import graph_nodes, leaf_of, saved_by
from whygrad.record.training.bad_value_sites import Birth
from whygrad.walk import breadth_first

OUTPUTS = ("result", "output", "out")
# Kinds of node with the saved value, and where that value is one for which the result is not finite.
SINGULAR: tuple[tuple[str, str, Callable[[torch.Tensor], torch.Tensor]], ...] = (
    ("Div", "other", lambda v: v == 0),
    ("Log", "self", lambda v: v <= 0),
    ("Log2", "self", lambda v: v <= 0),
    ("Log10", "self", lambda v: v <= 0),
    ("Log1P", "self", lambda v: v <= -1),
    ("Reciprocal", "self", lambda v: v == 0),
    ("Acos", "self", lambda v: v.abs() > 1),
    ("Asin", "self", lambda v: v.abs() > 1),
    ("Acosh", "self", lambda v: v < 1),
    ("Atanh", "self", lambda v: v.abs() >= 1),
)

# Kinds whose derivative is infinite at a value where the result is finite: a loss does not show it.
STEEP = frozenset({"Acos", "Acosh", "Asin", "Atan2", "Sqrt"})


@dataclass
class _Kept:
    """What a node has saved: its results and what went in, by name."""

    results: dict[str, torch.Tensor] = field(default_factory=dict)
    inputs: dict[str, torch.Tensor] = field(default_factory=dict)
    bad_result: bool = False
    bad_input: bool = False

    @property
    def good_inputs(self) -> bool:
        return bool(self.inputs) and not self.bad_input


def is_bad_loss(tensors: Iterable[object]) -> bool:
    """Is a pass about to start at a single number that is not finite? Read where that waits for no device."""
    numbers = (t for t in tensors if is_a(t, torch.Tensor) and t.is_cpu and t.numel() == 1)
    return any(not torch_api.all_finite(t) for t in numbers)


def birth_behind(tensors: Iterable[object], is_hooked: Callable[[Node], bool]) -> Birth | None:
    """The node at which a bad loss became bad, without its operation; None where the values do not tell."""
    roots = [t for t in tensors if is_a(t, torch.Tensor)]
    nodes = graph_nodes(roots, MOST_NODES)
    kept = {node: _kept(node) for node in nodes if not is_hooked(node)}
    # Autograd numbers its nodes in the order of the forward pass; the nodes of leaves come last.
    known = [n for n in nodes if n in kept and (kept[n].bad_result or kept[n].bad_input)]
    first = min(known, key=lambda n: n._sequence_nr(), default=None)
    if first is None:
        return _singular_among(nodes, kept)
    if kept[first].bad_result and kept[first].good_inputs:
        return _birth(first, kept[first])
    if _came_from_outside(first, kept[first]):
        return None
    below = _unknown_below(first, kept)
    if _has_bad_weight([first, *below]):
        return _suspected(nodes)
    return _singular_among([first, *below], kept) or (_birth(first, kept[first]) if kept[first].bad_result else None)


def _kept(node: Node) -> _Kept:
    kept = _Kept()
    for name in dir(node):
        if not name.startswith("_saved_"):
            continue
        try:
            value = getattr(node, name)
        except RuntimeError as error:  # freed, or changed since
            hand_on(error)
            continue
        if not is_a(value, torch.Tensor) or not torch_api.is_readable(value) or not value.is_floating_point():
            continue
        name = name.removeprefix("_saved_")
        is_bad = bool(_bad_elements(value).any())
        if name.startswith(OUTPUTS):
            kept.results[name], kept.bad_result = value, kept.bad_result or is_bad
        else:
            kept.inputs[name], kept.bad_input = value, kept.bad_input or is_bad
    return kept


def _came_from_outside(node: Node, kept: _Kept) -> bool:
    """Is a bad input one that has no history, data or a weight, where nothing below could have made it?"""
    return kept.bad_input and all(
        following is None or leaf_of(following) is not None for following, _ in node.next_functions
    )


def _has_bad_weight(nodes: list[Node]) -> bool:
    """Was a parameter nan or infinite before the pass? Then the forward pass made nothing bad of what was good."""
    inputs = [following for node in nodes for following, _ in node.next_functions if following is not None]
    behind_views = [following for node in inputs for following, _ in node.next_functions if following is not None]
    leaves = map(leaf_of, [*inputs, *behind_views])  # a matrix product has the transposed weight
    return any(leaf is not None and not torch_api.all_finite(leaf) for leaf in leaves)


def _suspected(nodes: list[Node]) -> Birth | None:
    """The operation whose derivative may have made them so in a pass before, if it is the only such one."""
    steep = [node for node in nodes if _is_steep(node)]
    if len(steep) != 1:
        return None
    return Birth("nan", True, steep[0].name(), steep[0]._sequence_nr(), is_suspected=True)


def _is_steep(node: Node) -> bool:
    kind = node.name().partition("Backward")[0]
    exponent = saved_by(node, "exponent") if kind == "Pow" else None
    return kind in STEEP or (is_a(exponent, float) and 0 < exponent < 1)


def _unknown_below(first: Node, kept: dict[Node, _Kept]) -> list[Node]:
    """The nodes between the first bad value and the good ones, the latest first."""

    def below(node: Node) -> list[Node]:
        here = kept.get(node)
        if here is not None and here.good_inputs:
            return []  # what went in is good: nothing below can be to blame
        return [f for f, _ in node.next_functions if f is not None and leaf_of(f) is None and not is_good(kept.get(f))]

    def is_good(seen: _Kept | None) -> bool:
        return seen is not None and bool(seen.results) and not seen.bad_result

    unknown = [node for node in breadth_first([first], below) if node is not first]
    return sorted(unknown, key=lambda n: -n._sequence_nr())


def _singular_among(nodes: Iterable[Node], kept: dict[Node, _Kept]) -> Birth | None:
    """The earliest of these nodes that was computed from a value for which its result is not finite."""
    found: Birth | None = None
    for node in nodes:
        name = node.name().partition("Backward")[0]
        for kind, saved, is_singular in SINGULAR:
            value = kept[node].inputs.get(saved) if name == kind and node in kept else None
            if value is None:
                continue
            bad = is_singular(value)
            if bool(bad.any()) and (found is None or node._sequence_nr() < found.number):
                index = tuple(bad.nonzero()[0].tolist()) if value.dim() else ()
                found = Birth("bad", False, node.name(), node._sequence_nr(), index=index)
                found.values = {saved: value[index].item()}
    return found


def _bad_elements(value: torch.Tensor) -> torch.Tensor:
    """Those that are nan or infinite; what is minus infinity was mostly put there, by a mask."""
    return torch.isnan(value) | (value == torch.inf)


def _birth(node: Node, kept: _Kept) -> Birth:
    result = next(r for r in kept.results.values() if bool(_bad_elements(r).any()))
    has_nan = bool(torch.isnan(result).any())
    index = tuple((torch.isnan(result) if has_nan else _bad_elements(result)).nonzero()[0].tolist())
    birth = Birth("nan" if has_nan else "inf", False, node.name(), node._sequence_nr(), index=index)
    birth.values = {name: v[index].item() for name, v in kept.inputs.items() if v.shape == result.shape}
    return birth
