"""Which cut is to blame, on recordings made by hand."""

from __future__ import annotations

from hand_made import Sketch

from whygrad.diagnose import diagnose
from whygrad.recording import QueryKind, Recording


def told(recording: Recording) -> list[tuple[str, int, tuple[str, ...]]]:
    """Causes with their lines and what they starve, in order."""
    return [(finding.cause, finding.site.line, finding.lost) for finding, _ in diagnose(recording)]


def test_what_an_optimizer_holds_comes_before_what_none_holds():
    sketch = Sketch()
    w, x = sketch.leaf("w"), sketch.leaf("x", parameter=False, optimized=False)
    loss = sketch.op("add", sketch.cut(x, "a = x.detach()"), sketch.cut(w, "b = w.detach()"))
    assert told(sketch.recording(loss)) == [("detached-tensor", 4, ("w",))]


def test_leaves_that_are_stopped_by_the_same_cut_share_one_report():
    sketch = Sketch()
    v, w = sketch.leaf("v"), sketch.leaf("w")
    loss = sketch.op("sum", sketch.cut(sketch.op("mul", v, w)))
    (finding,) = told(sketch.recording(loss))
    assert finding[:2] == ("detached-tensor", 4) and set(finding[2]) == {"v", "w"}


def test_what_starves_for_another_reason_of_the_same_kind_is_told_too():
    sketch = Sketch()
    v, w = sketch.leaf("v"), sketch.leaf("w")
    loss = sketch.op("add", sketch.cut(v, "a = v.detach()"), sketch.cut(w, "b = w.detach()"))
    assert told(sketch.recording(loss)) == [("detached-tensor", 3, ("v",)), ("detached-tensor", 4, ("w",))]


def test_a_cut_beside_the_way_is_not_to_blame():
    sketch = Sketch()
    w = sketch.leaf("w")
    logged = sketch.cut(w, "log = w.detach()")
    loss = sketch.op("sum", sketch.cut(w, "y = w.detach()"))
    assert [line for _, line, _ in told(sketch.recording(loss))] == [3]
    assert logged not in sketch.nodes[loss].inputs


def test_what_is_frozen_beside_what_waits_for_a_gradient_is_meant_to_be_frozen():
    sketch = Sketch()
    w = sketch.leaf("w")
    critic = sketch.leaf("critic.weight", requires_grad=False, optimized=False, frozen=sketch.line("freeze(critic)"))
    loss = sketch.op("mul", sketch.cut(w), critic)
    assert told(sketch.recording(loss)) == [("detached-tensor", 4, ("w",))]


def test_a_likely_cut_is_told_and_not_an_unlikely_one():
    sketch = Sketch()
    v, w = sketch.leaf("v"), sketch.leaf("w")
    choice = sketch.op("argmax", v, dtype="int64", requires_grad=False)
    loss = sketch.op("add", choice, sketch.cut(w))
    assert told(sketch.recording(loss)) == [("detached-tensor", 4, ("w",))]


def test_a_question_is_about_what_was_asked_for():
    sketch = Sketch()
    v, w = sketch.leaf("v"), sketch.leaf("w")
    loss = sketch.op("add", sketch.op("exp", v), sketch.cut(w))
    assert told(sketch.recording(loss, kind=QueryKind.WHY, wrt=(v,))) == []
    assert told(sketch.recording(loss, kind=QueryKind.WHY, wrt=(w,))) == [("detached-tensor", 4, ("w",))]


def test_one_change_is_not_enough_where_two_cuts_stand_on_one_way():
    sketch = Sketch()
    w = sketch.leaf("w")
    loss = sketch.op("sum", sketch.cut(sketch.op("exp", sketch.cut(w))))
    ((finding, diagnostic),) = diagnose(sketch.recording(loss))
    assert finding.site.line == 2
    assert "one change is not enough: main.py:4 stops the gradient too (detached-tensor)" in diagnostic.notes


def test_where_nothing_that_learns_is_behind_the_loss_that_is_said():
    sketch = Sketch()
    sketch.leaf("w")
    x = sketch.leaf("x", "x = torch.rand(3)", requires_grad=False, parameter=False, optimized=False, op="torch.rand")
    loss = sketch.op("sum", x)
    assert told(sketch.recording(loss)) == [("never-connected", 3, ())]


def test_a_recording_made_by_hand_can_be_saved_and_loaded(tmp_path):
    sketch = Sketch()
    loss = sketch.op("sum", sketch.cut(sketch.leaf("w")))
    recording = sketch.recording(loss)
    recording.save(tmp_path / "r.json")
    assert Recording.load(tmp_path / "r.json") == recording
