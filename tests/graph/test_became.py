"""Where a value became what it is, on recordings made by hand."""

from __future__ import annotations

from dataclasses import replace

from hand_made import Sketch

from whygrad.evidence.traits import ResultTypes
from whygrad.graph.became import Kinds, became
from whygrad.graph.uncut import UncutGraph


def graph_of(sketch: Sketch, root: int, *types: tuple[int, str]) -> UncutGraph:
    recording = sketch.recording(root)
    return UncutGraph(replace(recording, evidence=(ResultTypes(types),) if types else ()))


def test_a_dtype_is_followed_to_the_operation_into_which_nothing_of_it_goes():
    sketch = Sketch()
    counts = sketch.op("tensor", text="counts = torch.tensor([1, 2])", dtype="int64")
    more = sketch.op("add", counts, dtype="int64")
    last = sketch.op("reshape", more, dtype="int64")
    graph = graph_of(sketch, last)
    birth = became(graph, last, Kinds(graph).is_integer)
    assert (birth.at, birth.certain) == (counts, True)


def test_a_conversion_is_where_it_became_so():
    sketch = Sketch()
    scores = sketch.op("randn", dtype="float32")
    ids = sketch.op("Tensor.argmax", scores, dtype="int64")
    last = sketch.op("add", ids, dtype="int64")
    graph = graph_of(sketch, last)
    assert became(graph, last, Kinds(graph).is_integer).at == ids


def test_a_value_of_unknown_dtype_is_passed_where_something_behind_it_has_the_property():
    sketch = Sketch()
    gain = sketch.leaf("gain")
    spectrum = sketch.op("fft", gain, dtype="")
    power = sketch.op("mul", spectrum, dtype="")  # it has died, and nothing is known of it
    loss = sketch.op("mean", power, dtype="")
    graph = graph_of(sketch, loss, (spectrum, "complex64"), (loss, "complex64"))
    birth = became(graph, loss, Kinds(graph).is_complex)
    assert (birth.at, birth.certain) == (spectrum, True)


def test_what_is_unknown_is_not_said_to_be_certain():
    sketch = Sketch()
    gain = sketch.leaf("gain")
    hidden = sketch.op("mul", gain, dtype="")
    loss = sketch.op("mean", hidden, dtype="")
    graph = graph_of(sketch, loss, (loss, "complex64"))
    birth = became(graph, loss, Kinds(graph).is_complex)
    assert (birth.at, birth.certain) == (loss, False)


def test_what_requires_a_gradient_is_no_integer():
    sketch = Sketch()
    leaf = sketch.leaf("w")
    result = sketch.op("mul", leaf, dtype="")
    assert Kinds(graph_of(sketch, result)).is_integer(result) is False
