"""Which cause speaks where several could."""

from __future__ import annotations

import random

import pytest
from hand_made import Sketch

from whygrad.causes import all_causes
from whygrad.causes._panel import Panel
from whygrad.diagnose import diagnose
from whygrad.graph.precedence import EVERY_OTHER, Precedence
from whygrad.recording import QueryKind


def test_a_cause_yields_also_to_those_that_the_ones_it_yields_to_yield_to():
    precedence = Precedence({"a": ("b",), "b": ("c",), "c": (), "d": ()})
    assert precedence.yields("a", "c") and not precedence.yields("c", "a") and not precedence.yields("a", "d")


def test_of_several_claims_those_are_heard_that_yield_to_no_other():
    precedence = Precedence({"a": ("b",), "b": (), "c": (), "last": (EVERY_OTHER,)})
    assert precedence.heard(["a", "b", "c", "last"], str) == ["b", "c"]
    assert precedence.heard(["a", "last"], str) == ["a"]
    assert precedence.heard(["last"], str) == ["last"]


def test_causes_speak_after_those_they_yield_to_and_else_by_place():
    precedence = Precedence({"a": ("c",), "b": (), "c": (), "last": (EVERY_OTHER,)})
    lines = {"last": 1, "a": 2, "c": 8, "b": 5}
    assert precedence.in_turn(lines, int) == [5, 8, 2, 1]


@pytest.mark.parametrize(
    "yields_to",
    [
        {"a": ("a",)},
        {"a": ("b",), "b": ("c",), "c": ("a",)},
        {"a": ("last",), "last": (EVERY_OTHER,)},
        {"a": ("unknown",)},
    ],
)
def test_nobody_waits_for_itself_or_for_nobody(yields_to):
    with pytest.raises(ValueError, match="yields to"):
        Precedence(yields_to)


def test_what_the_causes_declare_is_sound():
    assert Panel(all_causes()).precedence.yields("leaf-without-grad", "copied-tensor")


def orders():
    for seed in range(6):
        causes = list(all_causes())
        random.Random(seed).shuffle(causes)
        yield Panel(causes)


def told(sketch: Sketch, *roots: int, **facts) -> list[tuple[str, int]]:
    """Causes and lines of what is told, which is the same in every order of the causes."""
    recording = sketch.recording(*roots, **facts)
    found = [[(f.cause, f.site.line) for f, _ in diagnose(recording, panel=panel)] for panel in orders()]
    assert all(other == found[0] for other in found)
    return found[0]


def test_a_leaf_that_was_loaded_is_told_as_that_and_not_as_any_plain_value():
    sketch = Sketch()
    plain = {"requires_grad": False, "parameter": False, "optimized": False}
    loaded = sketch.leaf("w", 'w = torch.load("w.pt")', detail="_rebuild_tensor_v2", **plain)
    assert told(sketch, sketch.op("sum", loaded)) == [("copied-tensor", 1)]


def test_what_was_set_later_is_told_and_not_how_the_leaf_was_made():
    sketch = Sketch()
    hyper = sketch.leaf("hyper")
    made = sketch.op("exp", hyper)
    later = {"detail": "data", "detail_chain": sketch.line("w.data = made")}
    w = sketch.leaf("w", "w = nn.Parameter(torch.empty(3))", op="torch.nn.Parameter", inputs=(made,), **later)
    assert told(sketch, sketch.op("sum", w), kind=QueryKind.WHY, wrt=(hyper,)) == [("detached-tensor", 3)]


def test_numbers_in_a_constructor_are_told_as_the_tensor_that_is_rebuilt():
    sketch = Sketch()
    w = sketch.leaf("w")
    line = sketch.line("torch.Tensor([w, w])")
    number = sketch.op("Tensor.__float__", w, kind="export", dtype="", requires_grad=False, chain=line)
    loss = sketch.op("Tensor", number, requires_grad=False, chain=line)
    assert told(sketch, loss) == [("rebuilt-tensor", 2)]


def test_what_no_other_cause_claims_has_no_derivative():
    sketch = Sketch()
    w = sketch.leaf("w")
    drawn = sketch.op("multinomial", w, dtype="int64", requires_grad=False)
    chosen = sketch.op("argmax", w, dtype="int64", requires_grad=False)
    assert told(sketch, sketch.op("sum", drawn)) == [("sampled-value", 2)]
    assert told(sketch, sketch.op("sum", chosen)) == [("no-derivative", 3)]
