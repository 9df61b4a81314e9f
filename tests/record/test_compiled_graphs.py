"""What the compiler keeps of a function, read without its help: graphs by hand, codes as Python writes them."""

from __future__ import annotations

import ast

import torch

from whygrad.record.seam.compiled_graphs import MOST_GRAPHS, CompiledRun, Graph, Output


def local(name: str) -> ast.expr:
    return ast.parse(f"L[{name!r}]", mode="eval").body


def run_of(graphs: list[Graph], names: dict[str, object]) -> CompiledRun:
    run = object.__new__(CompiledRun)
    run._graphs, run._names, run._globals = graphs, names, {}
    return run


def test_each_graph_is_gone_through_once_however_many_later_ones_use_it():
    used, unused = (torch.ones(1, requires_grad=True) for _ in range(2))
    graphs = []
    for number in range(MOST_GRAPHS):  # each takes what all before it have made
        given = {f"in{i}": local(f"v{i}") for i in range(number)} if number else {"w": local("w"), "u": local("u")}
        output = Output(f"v{number}", (torch.float32, True), frozenset(given) - {"u"})
        graphs.append(Graph(given, (output,)))
    leading, others = run_of(graphs, {"w": used, "u": unused}).leaves(used * 2)
    assert len(leading) == 1 and leading[0] is used
    assert not others
