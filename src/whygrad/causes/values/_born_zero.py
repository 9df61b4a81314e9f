"""Where a plain value became all zeros: the operation whose inputs were seen not to be."""

from __future__ import annotations

from whygrad.evidence.values import ConstantValues, ZeroValues
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, COMPARISONS, FILLING, TRUNCATING, VIEWS
from whygrad.recording import Node

NEAR = 16  # operations between zeros, or constants, and what made them
CHOOSING = FILLING | {"where"}  # what takes some elements from elsewhere, and here takes all
WHOLE = ("int", "uint")


def born_zero(graph: UncutGraph, factor: int) -> Node | None:
    """The operation that made zeros of other values, behind one that is all zeros; None where that is not known.

    Goes on where one value alone went in, or a product of which one factor is: of others it is not known which matters.
    """
    zeros = {at for seen in graph.evidence(ZeroValues) for at in seen.zeros}
    others = {at for seen in graph.evidence(ZeroValues) for at in seen.others}
    for _ in range(NEAR):
        node = graph.node(factor)
        known = [i for i in node.inputs if i in zeros]
        unknown = [i for i in node.inputs if i not in zeros and i not in others]
        if not known and not unknown:
            return node if node.inputs and not node.unknown else None
        if factor in zeros and not known and drops_fractions(graph, node):
            return node  # what had fractions lives no more
        if len(node.inputs) > 1 and not (known and node.act == "mul"):
            return None
        factor = (known or unknown)[0]
    return None


def born_constant(graph: UncutGraph, node: Node) -> Node | None:
    """Where the one value that is the same everywhere became so, of those that went into a node; None as above."""
    constants = {at for seen in graph.evidence(ConstantValues) for at in seen.nodes}
    going = [at for i in node.inputs if (at := _in_another_shape(graph, i, constants)) is not None]
    if len(going) != 1:
        return None
    at = going[0]
    for _ in range(NEAR):
        made = graph.node(at)
        if made.kind != "operation" or not made.inputs or made.unknown:
            return None
        if made.act in CHOOSING:
            return made
        if len(made.inputs) > 1:
            return None
        if made.inputs[0] in constants or made.act in CASTING | VIEWS | {"clamp", "clamp_min", "clamp_max"}:
            at = made.inputs[0]
        else:
            return made if made.act not in COMPARISONS else None
    return None


def _in_another_shape(graph: UncutGraph, at: int, constants: set[int]) -> int | None:
    """The constant that a value is, or that it only shows in another shape."""
    for _ in range(NEAR):
        node = graph.node(at)
        if at in constants:
            return at
        if node.act not in CASTING | VIEWS or len(node.inputs) != 1:
            return None
        at = node.inputs[0]
    return None


def drops_fractions(graph: UncutGraph, node: Node) -> bool:
    """Does it turn numbers into whole ones?"""
    given = [graph.node(i).dtype for i in node.inputs[:1]]
    return (
        node.act in CASTING | TRUNCATING
        and node.dtype.startswith(WHOLE)
        and any(d and not d.startswith(WHOLE) for d in given)
    )
