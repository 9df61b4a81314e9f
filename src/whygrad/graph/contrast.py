"""What a step that fails does otherwise than the program's own steps that worked."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place, QueryKind
from whygrad.walk import breadth_first

FAR = 200  # pairs of steps that are compared


@dataclass(frozen=True)
class Contrast:
    """An earlier pass at the same call worked: where a value stands now, and what carried the gradient there then."""

    number: int  # of the latest pass that worked, of the run
    here: Chain  # nothing where the loss is a plain number now, which torch knows nothing of
    then: Chain
    test: str  # of the innermost `if` in whose body `here` stands, so that it was true


def contrast(graph: UncutGraph) -> Contrast | None:
    """The first step from the loss on at which a gradient was carried in the latest good pass, and none is now."""
    if graph.query.kind is QueryKind.NOT_A_TENSOR:
        return _plain_now(graph)
    if graph.query.kind not in (QueryKind.BACKWARD, QueryKind.GRAD) or not graph.query.roots:
        return None
    good = _latest_good(graph)
    if good is None:
        return None
    bad = graph.query.roots[0]
    pairs = [(bad, root) for root in graph.node(good).inputs[:1]]
    replaced = next((found for pair in pairs if (found := _replaced(graph, good, *pair))), None)
    if replaced is not None:
        return replaced
    for now, before in breadth_first(pairs, lambda pair: _alike(graph, *pair), FAR):
        carried = [i for i in graph.node(before).inputs if graph.node(i).requires_grad]
        if not carried or _matched(graph, now, carried):
            continue
        here = _only_chain(graph, graph.node(now).inputs)
        then = next((graph.node(i).chain for i in carried if graph.node(i).chain), ())
        if here and then and here[-1] != then[-1]:
            return Contrast(graph.node(good).number, here, then, _true_test(graph, here[-1]))
    return None


def _replaced(graph: UncutGraph, good: int, now: int, before: int) -> Contrast | None:
    """The loss is a plain value this time, made elsewhere than the one that carried a gradient then."""
    here, then = graph.node(now).birth, graph.node(before).chain
    if graph.node(now).kind != "leaf" or not here or not then or here[-1] == then[-1]:
        return None
    return Contrast(graph.node(good).number, here, then, _true_test(graph, here[-1]))


def _plain_now(graph: UncutGraph) -> Contrast | None:
    """The loss has no `backward` this time: what it was when the same line ran one."""
    asked = graph.query.chain[-1] if graph.query.chain else None
    good = _latest_good(graph, lambda place: asked is not None and (place.file, place.line) == (asked.file, asked.line))
    then = graph.node(graph.node(good).inputs[0]).chain if good is not None else ()
    return Contrast(graph.node(good).number, (), then, "") if good is not None and then else None


def _latest_good(graph: UncutGraph, is_here: Callable[[Place], bool] | None = None) -> int | None:
    """The latest earlier pass of the same call whose loss carried a gradient."""
    asked = graph.query.chain[-1:]
    passes = [
        index
        for index, node in enumerate(graph.nodes)
        if node.op == "backward"
        and node.chain
        and (is_here(node.chain[-1]) if is_here else node.chain[-1:] == asked)
        and any(graph.node(i).requires_grad for i in node.inputs)
    ]
    return max(passes, key=lambda index: graph.node(index).number, default=None)


def _alike(graph: UncutGraph, now: int, before: int) -> list[tuple[int, int]]:
    """What both were computed from at the same place, pair by pair, where a gradient was carried then."""
    found = []
    for i in graph.node(now).inputs:
        same = [j for j in graph.node(before).inputs if _same(graph, i, j) and graph.node(j).requires_grad]
        found += [(i, j) for j in same[:1] if not graph.node(i).requires_grad]
    return found


def _matched(graph: UncutGraph, now: int, carried: list[int]) -> bool:
    return any(_same(graph, i, j) for i in graph.node(now).inputs for j in carried)


def _same(graph: UncutGraph, one: int, other: int) -> bool:
    a, b = graph.node(one), graph.node(other)
    return a.act == b.act and a.place is not None and a.place == b.place


def _only_chain(graph: UncutGraph, inputs: tuple[int, ...]) -> Chain:
    """Where the inputs were made, where that is one line."""
    chains = {node.chain[-1:]: node.chain for i in inputs if (node := graph.node(i)).chain}
    return next(iter(chains.values())) if len(chains) == 1 else ()


def _true_test(graph: UncutGraph, place: Place) -> str:
    syntax = graph.sources.syntax(place.file)
    tests = [
        node.test
        for node in syntax.around(place.line).of(ast.If)
        if any(s.lineno <= place.line <= (s.end_lineno or s.lineno) for s in node.body)
    ]
    return ast.unparse(max(tests, key=lambda test: test.lineno)) if tests else ""
