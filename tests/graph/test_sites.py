"""Which line a finding names: the rules of the one module that chooses it, on events and recordings made by hand."""

from __future__ import annotations

from dataclasses import replace

from hand_made import FILE, Sketch

from whygrad.diagnose import diagnose
from whygrad.evidence.marks import PassRan
from whygrad.finding import Act, Event
from whygrad.graph.sites import narrow, parting, site_of, up_to_parting
from whygrad.recording import Chain, Node, Place, Query, QueryKind, Recording
from whygrad.source.files import SourceFiles

NOTHING = SourceFiles({})


def at(line: int, function: str = "main", end: int | None = None) -> Place:
    return Place(FILE, line, 1, end or line, 9, function)


def chain(*steps: tuple[int, str]) -> Chain:
    return tuple(at(line, function) for line, function in steps)


def test_only_what_cures_is_the_site():
    used = Event(Act.USED, chain((3, "main")), "keeps it", cures=False)
    asked = Event(Act.ASKED, chain((9, "main")))
    site = site_of((used, asked), NOTHING)
    assert site.chain == asked.chain
    assert [(step.place.line, step.label) for step in site.shown] == [(3, "keeps it")]


def test_where_no_change_cures_there_is_no_site():
    assert site_of((Event(Act.USED, chain((3, "main")), cures=False),), NOTHING) is None
    assert site_of((Event(Act.SET, ()),), NOTHING) is None


def test_the_act_that_says_most_is_named_whatever_the_order_of_the_events():
    stored, made = Event(Act.STORED, chain((5, "main"))), Event(Act.MADE, chain((2, "main")))
    assert site_of((made, stored), NOTHING).chain == site_of((stored, made), NOTHING).chain == stored.chain


def test_what_was_seen_ranks_before_what_the_source_tells():
    read, seen = Event(Act.STORED, chain((2, "main")), observed=False), Event(Act.STORED, chain((5, "main")))
    site = site_of((read, seen), NOTHING)
    assert site.chain == seen.chain and site.evidence == "observed"
    assert site_of((read,), NOTHING).evidence == "inferred"


def test_chains_part_at_the_frame_that_made_both_calls():
    forward = chain((1, "<module>"), (10, "main"), (3, "forward"))
    update = chain((1, "<module>"), (12, "main"), (7, "project"))
    assert parting(forward, update) == 1
    assert up_to_parting(update, forward) == update[:2]


def test_a_chain_that_is_the_beginning_of_another_does_not_part_from_it():
    outer = chain((1, "<module>"), (10, "main"))
    assert parting(outer, (*outer, at(3, "forward"))) is None
    assert up_to_parting(outer, (*outer, at(3, "forward"))) == outer


def test_chains_of_other_functions_do_not_part_in_a_frame_of_theirs():
    assert parting(chain((1, "one")), chain((1, "other"))) is None


def test_the_mark_is_the_head_of_a_block():
    loop, test, function = "for batch in loader:\n    a()\n    b()\n", "if a and b:\n    c()\n", "def f(x):\n    g()\n"
    text = loop + test + function
    sources = SourceFiles({FILE: text})
    marks = [narrow(place, sources) for place in (at(1, end=3), at(4, end=5), at(6, end=7))]
    assert [(mark.line, mark.end_line, mark.end_column) for mark in marks] == [(1, 1, 20), (4, 4, 11), (6, 6, 10)]


def test_a_statement_over_several_lines_is_no_block():
    sources = SourceFiles({FILE: "y = f(\n    x,\n)\n"})
    assert narrow(at(1, end=3), sources) == at(1, end=3)


def twice(text: str, *, made: Chain, first: Chain, again: Chain, asked: Chain) -> Recording:
    """A value that was made, run backward through, and used again."""
    sketch = Sketch()
    w = sketch.leaf("w")
    value = sketch.op("tanh", w, chain=made, clock=1)
    loss = sketch.op("sum", value, chain=made, clock=2)
    ran = PassRan(retained=False)
    sketch.nodes.append(Node("backward", (loss,), first, False, "export", clock=3, number=1, mark=ran))
    root = sketch.op("mean", sketch.op("mul", value, value, chain=again, clock=4), chain=again, clock=5)
    error = "RuntimeError: Trying to backward through the graph a second time"
    query = Query(QueryKind.ERROR, (root,), chain=asked, error=error, root_name="loss")
    return Recording(query, tuple(sketch.nodes), sources={FILE: text})


HELPER = """def run(loss):
    loss.backward()
def head(h):
    return (h * h).mean()
def update(w):
    h = w.tanh()
    run(h.sum())
    loss = head(h)
    run(loss)
update(w)
"""


def test_two_passes_of_one_helper_are_told_where_its_callers_stand():
    top = at(10, "<module>")
    recording = twice(
        HELPER,
        made=(top, at(6, "update")),
        first=(top, at(7, "update"), at(2, "run")),
        again=(top, at(8, "update"), at(4, "head")),
        asked=(top, at(9, "update"), at(2, "run")),
    )
    ((finding, _),) = diagnose(recording)
    assert finding.cause == "backward-twice"
    assert finding.chain == (top, at(7, "update"))  # the first of the two calls, neither the helper nor `head`


def failing_after_a_good_pass(sketch: Sketch, good: int, bad: int) -> Recording:
    """`loss.backward()` at one line worked with one loss, and fails with another."""
    recording = sketch.recording(bad)
    before = Node("backward", (good,), recording.query.chain, False, "export", number=7)
    return replace(recording, nodes=(*recording.nodes, before))


def test_what_stands_where_a_good_step_carried_the_gradient_is_named():
    sketch = Sketch()
    w = sketch.leaf("w")
    sketch.line("if empty:")
    constant = sketch.leaf("", "    part = torch.zeros(())", requires_grad=False, parameter=False, optimized=False)
    carrying = sketch.op("abs", w, text="part = w.abs()")
    total = sketch.line("total = torch.stack([part])")
    good, bad = (sketch.op("stack", part, chain=total) for part in (carrying, constant))
    ((finding, diagnostic),) = diagnose(failing_after_a_good_pass(sketch, good, bad))
    assert (finding.cause, finding.site.line) == ("never-connected", 3)
    assert any("pass 7 of the run: main.py:4 carried the gradient" in note for note in diagnostic.notes)
    assert any("`empty` was true" in note for note in diagnostic.notes)


def test_without_a_good_step_nothing_is_compared():
    sketch = Sketch()
    sketch.leaf("w")
    constant = sketch.leaf("", "part = torch.zeros(())", requires_grad=False, parameter=False, optimized=False)
    bad = sketch.op("stack", constant, text="total = torch.stack([part])", requires_grad=False)
    ((finding, diagnostic),) = diagnose(sketch.recording(bad))
    assert finding.site.line == 3 and not any("worked" in note for note in diagnostic.notes)


def test_a_result_that_is_asked_for_and_requires_none_is_asked_again():
    sketch = Sketch()
    x = sketch.leaf("x", parameter=False, optimized=False)
    batch = sketch.op("stack", sketch.cut(x, "part = x.detach()"), text="batch = collate(part)", requires_grad=False)
    sketch.nodes[batch] = replace(sketch.nodes[batch], name="batch")
    root = sketch.op("sum", batch, text="y = batch.sum()", requires_grad=False)
    ((finding, diagnostic),) = diagnose(sketch.recording(root, kind=QueryKind.GRAD, wrt=(batch,)))
    assert (finding.cause, finding.site.line) == ("detached-tensor", 2)
    assert any(
        "`batch` does not require a gradient, although its gradient is requested" in note for note in diagnostic.notes
    )
