"""`why` under `watch()` differentiates the step again with the blamed cut open, and says what would arrive."""

from __future__ import annotations

import copy
import re
import sys

import pytest
import torch
from torch import nn

import whygrad
from whygrad.diagnostic import Diagnostic
from whygrad.elements.counterfactual import Opened
from whygrad.finding import Finding
from whygrad.place import Place

torch.manual_seed(0)
X = torch.randn(8, 4)


def parts() -> tuple[nn.Linear, nn.Linear]:
    torch.manual_seed(1)
    return nn.Linear(4, 3), nn.Linear(3, 1)


def norms_in(text: str) -> dict[str, float]:
    """What would arrive, by the names that the note tells."""
    flat = " ".join(text.split())
    assert "= note: without the cut on line" in flat
    return {
        name: float(n) for name, n in re.findall(r"`([\w.]+)` (?:would get a gradient of norm|one of) ([\d.]+)", flat)
    }


def expected(encoder: nn.Linear, head: nn.Linear) -> dict[str, float]:
    loss = head(encoder(X).relu()).pow(2).mean()
    found = torch.autograd.grad(loss, [encoder.weight, encoder.bias])
    return {f"encoder.{n}": float(g.norm()) for n, g in zip(("weight", "bias"), found, strict=True)}


def test_the_norm_is_that_of_the_gradient_without_the_cut():
    encoder, head = parts()
    with whygrad.watch() as session:
        loss = head(encoder(X).detach().relu()).pow(2).mean()
        loss.backward()
        told = str(session.why(encoder))
    assert norms_in(told) == pytest.approx(expected(encoder, head), rel=5e-3)
    assert "no other gradient would change" in " ".join(told.split())


def test_a_loss_that_failed_is_asked_with_the_switch_open():
    encoder, head = parts()
    with whygrad.watch() as session:
        with torch.no_grad():
            loss = head(encoder(X).relu()).pow(2).mean()
        with pytest.raises(RuntimeError):
            loss.backward()
        told = str(session.why(loss))
    found = norms_in(told)
    assert {n: found[n] for n in found if n.startswith("encoder")} == pytest.approx(
        {n: v for n, v in expected(encoder, head).items() if n in found}, rel=5e-3
    )
    assert any(n.startswith("encoder") for n in found)


def test_a_gradient_that_would_change_is_told():
    encoder, head = parts()
    with whygrad.watch() as session:
        h = encoder(X)
        loss = h.pow(2).mean() + head(h).detach().mean()
        loss.backward()
        told = " ".join(str(session.why(head.weight)).split())
    assert "`head.weight` would get a gradient of norm" in told
    assert "the gradient of `encoder.weight`, `encoder.bias` would change too" in told


def test_of_two_cuts_one_open_is_not_enough():
    encoder, head = parts()
    with whygrad.watch() as session:
        h = encoder(X).detach().relu()
        loss = head(h.detach()).pow(2).mean()
        loss.backward()
        told = " ".join(str(session.why(encoder.weight)).split())
    assert "`encoder.weight` would still get no gradient: `.detach()` at" in told
    assert "stops it too" in told


def test_without_kept_values_nothing_is_said_of_it():
    encoder, head = parts()
    with whygrad.watch(values=False) as session:
        loss = head(encoder(X).detach().relu()).pow(2).mean()
        loss.backward()
        told = str(session.why(encoder))
    assert "detached-tensor" in told and "without the cut" not in told


def test_the_question_leaves_gradients_random_numbers_and_kept_values_as_they_are():
    encoder, head = parts()
    with whygrad.watch() as session:
        loss = head(nn.functional.dropout(encoder(X).detach(), 0.5)).pow(2).mean()
        loss.backward()
        before, state = head.weight.grad.clone(), torch.get_rng_state()
        session.why(encoder)
        assert torch.equal(torch.get_rng_state(), state)
        assert torch.equal(head.weight.grad, before) and encoder.weight.grad is None
        assert session.recorder.mode.asked is False


def test_a_cut_that_makes_no_difference_comes_after_one_that_does(monkeypatch):
    from whygrad.elements import counterfactual

    answers = {"detached-tensor": Opened(1, (("w", 0.0),)), "grad-disabled": Opened(2, (("w", 0.5),))}
    place = Place("f.py", 1, 1, 1, 2, "f")
    pairs = [(Finding(cause, "error", "observed", (place,)), Diagnostic(cause, "error", "", None)) for cause in answers]
    monkeypatch.setattr(counterfactual._Replay, "opened", lambda self, finding: answers[finding.cause])
    with whygrad.watch() as session:
        loss = torch.ones((), requires_grad=True) * 2
        told = counterfactual.weighed(session.recorder, loss, pairs, sys._getframe())
    assert [finding.cause for finding, _ in told] == ["grad-disabled", "detached-tensor"]
    assert told[0][1].notes == ("without the cut on line 2, `w` would get a gradient of norm 0.5",)


@pytest.mark.parametrize("values", ["auto", True])
def test_the_step_of_an_optimizer_does_not_take_the_answer_away(values):
    encoder, head = parts()
    wanted = expected(encoder, head)
    optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1, momentum=0.9)
    with whygrad.watch(values=values) as session:
        loss = head(encoder(X).detach().relu()).pow(2).mean()
        loss.backward()
        optimizer.step()
        told = str(session.why(encoder))
    assert norms_in(told) == pytest.approx(wanted, rel=5e-3)
    assert "no other gradient would change" in " ".join(told.split())


def test_in_a_training_the_latest_step_is_asked_where_values_are_kept():
    encoder, head = parts()
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=0.1)
    with whygrad.watch(values=True) as session:
        for _ in range(4):
            before = copy.deepcopy((encoder, head))
            loss = head(encoder(X).detach().relu()).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        told = str(session.why(encoder))
    assert norms_in(told) == pytest.approx(expected(*before), rel=5e-3)


def test_what_a_step_overwrites_is_not_copied_beyond_the_room_for_it():
    encoder, head = parts()
    optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
    with whygrad.watch(keep_bytes=64) as session:
        loss = head(encoder(X).detach().relu()).pow(2).mean()
        loss.backward()
        optimizer.step()
        told = str(session.why(encoder))
    assert "detached-tensor" in told and "without the cut" not in told
