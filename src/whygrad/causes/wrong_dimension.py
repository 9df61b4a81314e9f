"""A softmax along another dimension than the one that the classes lie in: mostly along the batch."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph

NORMALISING = ("softmax", "log_softmax")
SAME_SHAPE = frozenset({"contiguous", "clone", "float", "double", "to", "broadcast_tensors", "log", "clamp"})
FEW = 4


class WrongDimension(SilentCause):
    name = "wrong-dimension"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for index in sorted(reachable(graph)):
            wanted = _wanted(graph, index)
            at = _normalised(graph, graph.node(index).inputs[0]) if wanted is not None else None
            if wanted is None or at is None:
                continue
            (number, of), node = _dimension(graph, at), graph.node(at)
            if of > 1 and number != wanted % of and node.chain[-1:] not in told:
                told.add(node.chain[-1:])
                place, op = graph.node(index).place, node.op.rpartition(".")[2]
                path = (Step("", place, f"takes dimension {wanted % of} for the classes"),) if place else ()
                facts = {"op": op, "number": number, "wanted": wanted % of, "root": root_name(graph)}
                facts["shape"] = list(node.shape)
                yield Finding(self.name, "warning", "observed", node.chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['op']}` normalises along dimension {finding.facts['number']}"

    def clause(self, finding: Finding) -> str:
        return f"`{finding.facts['root']}` takes dimension {finding.facts['wanted']} for the classes"

    def label(self, finding: Finding) -> str:
        number, shape = finding.facts["number"], finding.facts["shape"]
        return f"sums to 1 along dimension {number}" + (f" of {shape}" if shape else "")

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (f"normalise along the classes: `dim={finding.facts['wanted']}`",)


def _wanted(graph: UncutGraph, index: int) -> int | None:
    """In which dimension an operation has the classes; None where it does not say."""
    node = graph.node(index)
    op = node.op.rpartition(".")[2]
    if not node.inputs:
        return None
    if op == "nll_loss":
        return 1
    if op == "gather" and (found := _dimension(graph, index))[1]:
        return found[0]
    # `Categorical(probs=…)` divides by the sum along the last dimension; `Categorical(logits=…)` takes its logsumexp.
    others = [graph.node(i) for i in node.inputs[1:]]
    divides = op in ("div", "__truediv__") and any(
        o.op.endswith(".sum") and o.inputs == node.inputs[:1] for o in others
    )
    return -1 if (divides or op == "logsumexp") and node.detail == "__init__" else None


def _normalised(graph: UncutGraph, at: int) -> int | None:
    """The softmax whose result this is, unchanged in shape."""
    for _ in range(FEW):
        node = graph.node(at)
        if node.op.rpartition(".")[2] in NORMALISING:
            return at if _dimension(graph, at)[1] else None
        if node.op.rpartition(".")[2] not in SAME_SHAPE or not node.inputs:
            return None
        at = node.inputs[0]
    return None


def _dimension(graph: UncutGraph, index: int) -> tuple[int, int]:
    """Along which dimension of how many; of none where that was not seen."""
    found = re.fullmatch(r"dimension (\d+) of (\d+)", graph.node(index).detail)
    return (int(found.group(1)), int(found.group(2))) if found else (0, 0)
