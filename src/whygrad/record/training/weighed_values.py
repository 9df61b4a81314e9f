"""Values that several terms of a loss weigh: between the loss and the value lie only sums, averages and products.

The loss is linear in such a value along those ways, as it is in `log_prob` of `weight * log_prob - other * log_prob`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from torch.autograd.graph import Node

from whygrad.record.live.bounded import NEAR_LOSS
from whygrad.record.seam.nodes import leaf_of
from whygrad.record.training.linear_forms import LINEAR, PRODUCTS, kind_of_node
from whygrad.walk import breadth_first

FAR = 2_000  # nodes behind a factor
FEW = 8  # such values of one pass
SIDES = 2


@dataclass(frozen=True)
class Sender:
    """A node through which such a value gets a gradient."""

    node: Node
    number: int  # of the input that is the value
    trains_more: bool  # on the way it is multiplied by something that learns too


@dataclass(frozen=True)
class Weighed:
    node: Node
    senders: tuple[Sender, ...]


def weighed_values(roots: Sequence[Node]) -> list[Weighed]:
    """The results, not the leaves, that go into a loss by several operations; mostly there are none."""
    near = list(islice(breadth_first(roots, _weighed_by), NEAR_LOSS))
    into: dict[Node, list[tuple[Node, int]]] = {}
    for node in near:
        for number, (following, output) in enumerate(node.next_functions if _weighed_by(node) else ()):
            if following is not None and not output:
                into.setdefault(following, []).append((node, number))
    found: list[Weighed] = []
    for node, edges in into.items():
        if len({sender for sender, _ in edges}) == len(edges) > 1 and leaf_of(node) is None and len(found) < FEW:
            ways = [_between(sender, into) for sender, _ in edges]
            if all(_is_linear_in(node, way) for way in ways):
                trains = [any(map(_is_product_of_two, way)) for way in ways]
                pairs = zip(edges, trains, strict=True)
                found.append(Weighed(node, tuple(Sender(*edge, more) for edge, more in pairs)))
    return found


def _learning(node: Node) -> list[Node]:
    return [following for following, _ in node.next_functions if following is not None]


def _weighed_by(node: Node) -> list[Node]:
    return _learning(node) if kind_of_node(node) in LINEAR else []


def _between(sender: Node, into: dict[Node, list[tuple[Node, int]]]) -> list[Node]:
    """The sender and what lies between it and the loss."""
    return list(breadth_first((sender,), lambda node: [above for above, _ in into.get(node, ())]))


def _is_product_of_two(node: Node) -> bool:
    return kind_of_node(node) in PRODUCTS and len(_learning(node)) == SIDES


def _is_linear_in(value: Node, way: list[Node]) -> bool:
    """Does the value go into one factor alone of each product, and into no divisor?"""
    for product in filter(_is_product_of_two, way):
        factors = [_reaches(factor, value) for factor in _learning(product)]
        if None in factors or all(factors) or (kind_of_node(product) == "Div" and factors[1]):
            return False
    return not any(kind_of_node(node) == "Div" and node.next_functions[0][0] is None for node in way)


def _reaches(factor: Node, value: Node) -> bool | None:
    """Is the value behind a factor? None where too much is."""
    behind = list(islice(breadth_first((factor,), _learning), FAR + 1))
    return None if len(behind) > FAR else value in behind
