"""Where a plain value became all zeros: the operation whose inputs were seen not to be."""

from __future__ import annotations

from whygrad.evidence.values import ZeroValues
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, TRUNCATING
from whygrad.recording import Node

NEAR = 16
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


def drops_fractions(graph: UncutGraph, node: Node) -> bool:
    """Does it turn numbers into whole ones?"""
    given = [graph.node(i).dtype for i in node.inputs[:1]]
    return (
        node.act in CASTING | TRUNCATING
        and node.dtype.startswith(WHOLE)
        and any(d and not d.startswith(WHOLE) for d in given)
    )
