"""Inputs and targets that were picked in two different random orders: inputs meet the targets of other samples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from whygrad.causes._base import leaf_name, root_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.finding import Finding, Step
from whygrad.graph.sites import up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, INDEXING, LOSSES, SUBTRACTING, TRUNCATING, VIEWS
from whygrad.walk import breadth_first

DRAWS = frozenset({"randperm", "randint"})
SAME_ROWS = VIEWS | CASTING | TRUNCATING | {"contiguous", "clone", "one_hot", "detach"}
REORDERING = frozenset({"sort", "argsort", "topk", "msort", "cdist"})  # which looks for pairs of its own
FEW = 8
FOLLOWED = 2_000


@dataclass(frozen=True)
class _Pick:
    """Rows of `source` at an index that was computed from these draws."""

    at: int
    source: int
    draws: frozenset[int]


class MispairedSamples(SilentCause):
    name = "mispaired-samples"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for index in sorted(reachable(graph)):
            found = _mispaired(graph, index)
            inputs, chain = (graph.node(pick.at).chain for pick in found) if found is not None else ((), ())
            if inputs[-1:] == chain[-1:]:  # a helper picks both, and is right for each of them
                inputs, chain = up_to_parting(inputs, chain), up_to_parting(chain, inputs)
            if found is None or not chain or chain[-1] in told:
                continue
            told.add(chain[-1])
            path = (Step("", inputs[-1], "picks the inputs in one random order"),) if inputs else ()
            facts = {"root": root_name(graph), "source": leaf_name(graph, found[1].source)}
            facts["inputs"] = leaf_name(graph, found[0].source)
            yield Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return "inputs are compared with the targets of other samples"

    def clause(self, finding: Finding) -> str:
        inputs, targets = finding.facts["inputs"], finding.facts["source"]
        named = f"`{inputs}` and `{targets}`" if inputs and targets else "the inputs and the targets"
        return f"two independent random draws order {named}"

    def label(self, finding: Finding) -> str:
        return "picks the targets in another random order"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("draw one order, such as `order = torch.randperm(len(x))`, and pick inputs and targets with it",)


def _mispaired(graph: UncutGraph, index: int) -> tuple[_Pick, _Pick] | None:
    """The picks of the inputs and of the targets that a comparison sets against each other, row by row."""
    node = graph.node(index)
    if node.act not in LOSSES | SUBTRACTING or len(node.inputs) < 2:
        return None
    sides = sorted(node.inputs[:2], key=lambda at: graph.node(at).requires_grad)
    target, prediction = (graph.node(at) for at in sides)
    if target.requires_grad or not prediction.requires_grad or not target.shape:
        return None
    wanted = _pick_behind(graph, sides[0])
    if wanted is None or target.shape[:1] != prediction.shape[:1]:
        return None
    behind = list(islice(breadth_first((sides[1],), lambda at: graph.node(at).inputs), FOLLOWED))
    if len(behind) == FOLLOWED or wanted.draws & set(behind) or any(graph.node(i).act in REORDERING for i in behind):
        return None
    picks = (pick for at in behind if (pick := _pick(graph, at)) is not None)
    return next(((pick, wanted) for pick in picks if _are_alike(graph, pick, wanted)), None)


def _are_alike(graph: UncutGraph, one: _Pick, other: _Pick) -> bool:
    """Are as many rows picked of two tables of as many rows, by draws of the same kind?"""
    tables = [graph.node(pick.source) for pick in (one, other)]
    rows = [graph.node(pick.at).shape[:1] for pick in (one, other)]
    kinds = [{graph.node(i).act for i in pick.draws} for pick in (one, other)]
    if one.source == other.source or not tables[0].shape or not rows[0]:
        return False
    return tables[0].shape[:1] == tables[1].shape[:1] and rows[0] == rows[1] and kinds[0] == kinds[1]


def _pick_behind(graph: UncutGraph, at: int) -> _Pick | None:
    """The pick that a target is, through changes of its shape and type alone."""
    for _ in range(FEW):
        found = _pick(graph, at)
        node = graph.node(at)
        if found is not None or node.act not in SAME_ROWS or not node.inputs:
            return found
        at = node.inputs[0]
    return None


def _pick(graph: UncutGraph, at: int) -> _Pick | None:
    node = graph.node(at)
    if node.act not in INDEXING or len(node.inputs) != 2 or node.requires_grad:
        return None
    source, by = node.inputs
    index = graph.node(by)
    if len(index.shape) != 1 or not index.dtype.startswith("int"):
        return None
    draws = {i for i in islice(breadth_first((by,), lambda i: graph.node(i).inputs), FEW) if graph.node(i).act in DRAWS}
    return _Pick(at, source, frozenset(draws)) if draws else None
