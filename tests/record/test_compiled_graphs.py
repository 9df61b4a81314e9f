"""What the compiler keeps of a function, read without its help: graphs by hand, codes as Python writes them."""

from __future__ import annotations

import ast
import dis

import torch

from whygrad.record.seam.compiled_graphs import MOST_GRAPHS, CompiledRun, Graph, Output, _set_by
from whygrad.record.watchers.functions.backward_checks import _never_read


def local(name: str) -> ast.expr:
    return ast.parse(f"L[{name!r}]", mode="eval").body


def run_of(graphs: list[Graph], names: dict[str, object]) -> CompiledRun:
    run = object.__new__(CompiledRun)
    run._graphs, run._names, run._globals, run._variables = graphs, names, {}, frozenset(names)
    return run


def test_each_graph_is_gone_through_once_however_many_later_ones_use_it():
    used, unused = (torch.ones(1, requires_grad=True) for _ in range(2))
    graphs = []
    for number in range(MOST_GRAPHS):  # each takes what all before it have made
        given = {f"in{i}": local(f"v{i}") for i in range(number)} if number else {"w": local("w"), "u": local("u")}
        output = Output(f"v{number}", torch.float32, True, frozenset(given) - {"u"})
        graphs.append(Graph(given, (output,)))
    leading, others = run_of(graphs, {"w": used, "u": unused}).leaves(used * 2)
    assert len(leading) == 1 and leading[0] is used
    assert not others


def test_a_variable_that_was_set_again_is_told_from_one_of_that_name():
    weight = torch.ones(1, requires_grad=True)
    results = [Graph({"in": local("h")}, (Output("out", torch.float32, True, frozenset({"in"})),))]

    def leading(names: list[str], *variables: str) -> int:
        made = Graph({"w": local("w")}, tuple(Output(n, torch.float32, True, frozenset({"w"})) for n in names))
        run = run_of([made, *results], dict.fromkeys(("w", *variables), weight))
        return len(run.leaves(weight * 2)[0])

    assert leading(["h"]) == leading(["h_1"]) == leading(["g", "h_2"]) == 1
    assert leading(["h_1"], "h_1") == leading(["h", "h_1"]) == leading(["h_x"]) == leading(["h_"]) == 0


def swaps(one: object, other: object, third: object) -> object:
    one, other = other, one

    def inner() -> object:
        return kept

    kept = third
    return one, other, inner


def backward(ctx: object, gradient: object) -> float:
    return 1.0


def test_variables_that_code_sets_are_known_also_where_one_instruction_sets_two():
    assert _set_by(swaps.__code__) == {"one", "other", "inner", "kept"}


def test_one_code_is_taken_apart_once(monkeypatch):
    taken = []
    plain = dis.get_instructions
    for where in ("seam.compiled_graphs.dis", "watchers.functions.backward_checks"):
        monkeypatch.setattr(f"whygrad.record.{where}.get_instructions", lambda code: taken.append(code) or plain(code))
    _set_by.cache_clear()
    _never_read.cache_clear()
    for _ in range(3):
        _set_by(swaps.__code__)
        assert _never_read(backward.__code__) == "gradient"
    assert len(taken) == 2
