"""Graphs too large to be kept or copied whole: what is near is right, what was left out is said to be unknown."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from programs import Outcome, run_program

import whygrad
from whygrad.record.copying import snapshot
from whygrad.record.live import origin
from whygrad.record.training import probe
from whygrad.record.watchers.steps import cut_routes, cut_states, partial_backward


def why_text(length: int, is_near: bool = False) -> str:
    """Of a loss far behind which a weight is cut off, or near which another is."""
    with whygrad.watch(keep_bytes=0):
        weight, other = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
        h = weight * 2
        for _ in range(length):
            h = h.detach() + 1
        loss = (h + (other * 2).detach() if is_near else h).sum()
        return " ".join(str(whygrad.why(loss)).split())


def test_a_part_of_a_graph_is_said_to_be_one(monkeypatch):
    monkeypatch.setattr(snapshot, "MOST", 50)
    text = why_text(100, is_near=True)
    assert "detached-tensor" in text
    assert "the 50 operations nearest to the question" in text


def test_an_answer_from_a_part_of_the_graph_says_so(monkeypatch):
    monkeypatch.setattr(snapshot, "MOST", 50)
    text = why_text(100)
    assert "computed from nothing that requires one" in text
    assert "the 50 operations nearest to the question" in text


def test_nothing_is_said_of_a_whole_graph(monkeypatch):
    monkeypatch.setattr(snapshot, "MOST", 500)
    assert "nearest to the question" not in why_text(100)


START = """
import torch
from torch import nn

torch.manual_seed(0)
weight = torch.ones(4, requires_grad=True)


def far(h):
    for _ in range(200):
        h = h + 0.001
    return h


"""

# what the program does -> (its text, the cause to name and the marked text, or none)
NEAR = {
    "a cut": ("loss = far(weight).detach().sum()\nloss.backward()", "detached-tensor", ".detach()"),
    "a block": (
        "h = far(weight)\nwith torch.no_grad():\n    h = h * 2\nloss = h.sum()\nloss.backward()",
        "grad-disabled",
        "torch.no_grad()",
    ),
    "an export": (
        "h = far(weight)\nloss = torch.tensor(h.sum().item()) * 2\nloss.backward()",
        "left-torch",
        ".item()",
    ),
    "an integer": ("loss = far(weight).long().sum().float()\nloss.backward()", "no-derivative", ".long()"),
    "a gradient that is asked for": (
        "h = far(weight)\nloss = h.detach().sum()\ntorch.autograd.grad(loss, [h])",
        "detached-tensor",
        ".detach()",
    ),
    "a cut before a long way without gradients": (
        "loss = far(weight.detach() * 2).sum()\nloss.backward()",
        "not-recorded",
        "loss.backward()",
    ),
    "plain data": ("loss = far(torch.ones(4)).sum()\nloss.backward()", "not-recorded", "loss.backward()"),
    "data beside what is far": (
        "x = torch.ones(4)\nloss = (far(weight.detach()) * x).sum()\nloss.backward()",
        "not-recorded",
        "loss.backward()",
    ),
    "an input that is asked for": (
        "other = torch.ones(4, requires_grad=True)\n"
        "loss = (far(weight.detach() * 1) * other).sum()\ntorch.autograd.grad(loss, [weight])",
        "not-recorded",
        "torch.autograd.grad(loss, [weight])",
    ),
}


@pytest.mark.parametrize("what", NEAR)
def test_what_is_near_is_right_and_what_is_far_is_unknown(what, tmp_path, monkeypatch):
    monkeypatch.setattr(snapshot, "MOST", 60)
    text, cause, marked = NEAR[what]
    found = outcome(tmp_path, START + text)
    assert [f["cause"] for f in found.findings] == [cause]
    (site,) = [f["site"] for f in found.findings]
    assert marked in (START + text).splitlines()[site["line"] - 1]
    assert "the 60 operations nearest to the question" in " ".join(found.stderr.split())


def outcome(tmp_path: Path, text: str) -> Outcome:
    (tmp_path / "main.py").write_text(text)
    return run_program(tmp_path, tmp_path / "out")


TRAINED = """
first, last = nn.Linear(4, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*first.parameters(), *last.parameters()], lr=0.01)
for _ in range(6):
    loss = last(far({far})).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
# what starves -> (how it goes in, what is told where the graph is whole)
STARVING = {
    "what a cut keeps from learning": ("first(torch.ones(2, 4)).detach()", "detached-tensor"),
    "what no loss uses": ("torch.ones(2, 4)", "idle-parameter"),
}


@pytest.mark.parametrize("what", STARVING)
def test_of_a_training_nothing_is_concluded_from_what_was_left_out(what, tmp_path, monkeypatch):
    text = START + TRAINED.format(far=STARVING[what][0])
    whole = outcome(tmp_path, text).findings
    assert [f["cause"] for f in whole] == [STARVING[what][1]]
    monkeypatch.setattr(snapshot, "MOST_IN_PASSING", 60)
    (part,) = outcome(tmp_path, text).findings
    assert (part["cause"], part["evidence"], part["severity"]) == ("idle-parameter", "unknown", "note")
    assert "does not know" in part["message"]


BAD_VALUE = """
optimizer = torch.optim.SGD([weight], lr=0.01)
for _ in range(2):
    loss = far((weight * 0).sqrt()).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


def test_an_operation_is_not_blamed_for_a_bad_value_that_arose_behind_it(tmp_path, monkeypatch):
    (whole,) = outcome(tmp_path, START + BAD_VALUE).findings
    assert (whole["cause"], whole["evidence"]) == ("nan-gradient", "observed")
    assert ".sqrt()" in (START + BAD_VALUE).splitlines()[whole["site"]["line"] - 1]
    monkeypatch.setattr(probe, "MANY_ORIGINS", 60)
    (part,) = outcome(tmp_path, START + BAD_VALUE).findings
    assert (part["cause"], part["evidence"]) == ("nan-gradient", "unknown")


SIMULATED = {
    "a block": ("with torch.no_grad():\n    h = long_way(weight * 1)", "grad-disabled", "torch.no_grad()"),
    "a cut": ("h = long_way(weight.detach())", "detached-tensor", ".detach()"),
    "a cut behind a graph": ("h = far(far(far(far(weight)))).detach()\nlong_way(h)", "detached-tensor", ".detach()"),
    "nothing": ("h = long_way(torch.ones(4))", "leaf-without-grad", "torch.ones(4)"),
}
LONG_WAY = """
def long_way(h):
    for _ in range(5000):
        h = h + 0.001
    return h


"""


@pytest.mark.parametrize("what", SIMULATED)
def test_a_long_way_without_gradients_keeps_what_cut_it_off(what, tmp_path, monkeypatch):
    monkeypatch.setattr(origin, "LIMIT", 1000)
    monkeypatch.setattr(origin, "REACH", 300)
    body, cause, marked = SIMULATED[what]
    text = START + LONG_WAY + body + "\nloss = (h * 2).sum()\nloss.backward()\n"
    (found,) = outcome(tmp_path, text).findings
    assert found["cause"] == cause
    assert marked in text.splitlines()[found["site"]["line"] - 1]


SCORED = """
optimizer = torch.optim.SGD([weight, head := torch.ones(4, requires_grad=True)], lr=0.01)
for _ in range(4):
    mean = weight * 2
    drawn = torch.normal(mean, torch.ones(4))
    score = (drawn - mean).pow(2)
    for _ in range(100):
        score = score.tanh()
    loss = (head * drawn).mean() + score.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize("most", [5_000, 60])
def test_a_draw_that_another_term_may_depend_on_is_no_way_that_was_lost(most, tmp_path, monkeypatch):
    monkeypatch.setattr(cut_routes, "MOST_ORIGINS", most)
    assert not outcome(tmp_path, START + SCORED).alarms


REPORTED = """
optimizer = torch.optim.SGD([weight], lr=0.01)
for _ in range(4):
    fit = (weight * torch.rand(4)).pow(2).mean()
    rest = far(weight * torch.rand(4)).pow(2).mean()
    total = fit + rest
    optimizer.zero_grad()
    fit.backward()
    optimizer.step()
    print(total.item() > 99)
"""


@pytest.mark.parametrize("most", [50_000, 60])
def test_a_term_of_which_too_much_is_unknown_is_not_taken_for_one_of_parameters_alone(most, tmp_path, monkeypatch):
    monkeypatch.setattr(partial_backward, "MANY_ORIGINS", most, raising=False)
    monkeypatch.setattr(partial_backward, "MOST_ORIGINS", most, raising=False)
    findings = outcome(tmp_path, START + REPORTED).findings
    assert [f["severity"] for f in findings if f["cause"] == "partial-backward"] == ["warning"]


def test_many_cuts_of_one_graph_are_not_followed_each_to_its_end(monkeypatch):
    walked = []
    plain = cut_states._stretch
    monkeypatch.setattr(cut_states, "_stretch", lambda starts: walked.append(plain(starts)) or walked[-1])
    with whygrad.watch(keep_bytes=0):
        weight = torch.ones(4, requires_grad=True)
        optimizer = torch.optim.SGD([weight], lr=0.01)
        h, log = weight, 0
        for _ in range(600):
            h = (h * weight).tanh()
            log = log + h.detach().mean()
        (h * log).sum().backward()
        optimizer.step()
    assert 0 < sum(map(len, walked)) < 60_000
