"""The cheapest way from the loss back to a leaf, on recordings made by hand."""

from __future__ import annotations

from hand_made import Sketch

from whygrad.diagnose import whole_panel
from whygrad.graph.routes import routes_from
from whygrad.graph.uncut import UncutGraph


def cuts_on_the_way(graph: UncutGraph, leaf: int) -> list[tuple[str, int]]:
    """The cuts on the cheapest way to the leaf, with their lines, the leaf's side first."""
    route = routes_from(graph, graph.roots, whole_panel().cuts_at)[leaf]
    return [(cut.cause, cut.chain[-1].line) for cut in route.cuts]


def test_a_way_without_cuts_is_cheaper_than_a_short_one_with_a_cut():
    sketch = Sketch()
    w = sketch.leaf("w")
    long = sketch.op("exp", sketch.op("exp", sketch.op("exp", w)))
    loss = sketch.op("add", sketch.cut(w), long)
    assert cuts_on_the_way(sketch.graph(loss), w) == []


def test_of_equal_ways_the_direct_one_is_told():
    sketch = Sketch()
    w = sketch.leaf("w")
    direct = sketch.cut(w)
    round_about = sketch.cut(sketch.op("exp", sketch.op("exp", w)))
    loss = sketch.op("add", round_about, direct)
    assert cuts_on_the_way(sketch.graph(loss), w) == [("detached-tensor", 2)]


def test_cuts_at_one_place_count_once():
    sketch = Sketch()
    w = sketch.leaf("w")
    off = sketch.without_gradients()
    layer = sketch.op("exp", sketch.op("mul", w, switch=off, requires_grad=False), switch=off)
    once = sketch.op("add", layer)
    twice = sketch.cut(sketch.cut(w))
    loss = sketch.op("add", once, twice)
    assert cuts_on_the_way(sketch.graph(loss), w) == [("grad-disabled", 2)]


def test_all_that_stands_on_the_way_is_known_the_leafs_side_first():
    sketch = Sketch()
    w = sketch.leaf("w")
    loss = sketch.op("sum", sketch.cut(sketch.op("exp", sketch.cut(w))))
    assert cuts_on_the_way(sketch.graph(loss), w) == [("detached-tensor", 2), ("detached-tensor", 4)]


def test_a_shape_is_no_way():
    sketch = Sketch()
    w = sketch.leaf("w")
    loss = sketch.op("sum", sketch.op("zeros_like", w, requires_grad=False))
    graph = sketch.graph(loss)
    assert w not in routes_from(graph, graph.roots, whole_panel().cuts_at)
