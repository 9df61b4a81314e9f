"""Which recording answers `why`, and what it says of passes that failed and of what nobody saw."""

from __future__ import annotations

import sys
from collections import deque

import pytest
import torch
from torch import nn

import whygrad
from tests.programs import run_program
from whygrad.session import Session


@pytest.fixture(autouse=True)
def nothing_was_watched(monkeypatch):
    monkeypatch.setattr(whygrad, "_latest", None)
    monkeypatch.setattr(whygrad, "_earlier", deque(maxlen=3))


def causes(explanation) -> list[str]:
    return [finding.cause for finding in explanation.findings]


def fails(loss: torch.Tensor) -> None:
    with pytest.raises(RuntimeError, match="does not require grad"):
        loss.backward()


def test_a_backward_that_failed_is_asked_about_as_any_other():
    with whygrad.watch():
        model = nn.Linear(3, 1)
        fails(model(torch.ones(2, 3)).detach().sum())
        assert causes(whygrad.why(model.weight)) == ["detached-tensor"]
        assert causes(whygrad.why(model)) == ["detached-tensor"]
        with pytest.raises(AssertionError, match="detached-tensor"):
            whygrad.expect_gradients(model)


def test_the_latest_pass_is_meant_whether_it_failed_or_ran():
    with whygrad.watch():
        body, head = nn.Linear(3, 3), nn.Linear(3, 1)
        head(body(torch.ones(2, 3)).detach()).sum().backward()
        fails(head(body(torch.ones(2, 3))).detach().sum())
        head.weight.grad = None
        assert whygrad.why(head.weight).findings[0].chain[-1].line == sys._getframe().f_lineno - 2
        head(body(torch.ones(2, 3))).sum().backward()
        assert causes(whygrad.why(body.weight)) == []


def test_a_failed_pass_that_nothing_cuts_is_said_to_have_failed():
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        assert "whygrad has seen no backward pass yet" in str(whygrad.why(w))
        y = w.exp()
        y.add_(1)
        with pytest.raises(RuntimeError, match="inplace"):
            y.sum().backward()
        assert "the backward pass failed" in str(whygrad.why(w))


def test_the_block_gives_the_session_and_that_answers_for_itself():
    with whygrad.watch() as session:
        model = nn.Linear(3, 1)
        loss = model(torch.ones(2, 3)).detach().sum()
        assert isinstance(session, Session)
        assert causes(session.why(loss)) == ["detached-tensor"]
        fails(loss)
        with pytest.raises(AssertionError, match="detached-tensor"):
            session.expect_gradients(model)
    assert session.why(loss).findings[0].lost == ("model.weight", "model.bias")


def test_the_session_that_saw_the_tensor_is_asked():
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        loss = w.detach().sum()
    with whygrad.watch():
        torch.ones(3).sum()
    assert causes(whygrad.why(loss)) == ["detached-tensor"]


def test_of_several_that_saw_a_model_the_latest_that_saw_a_pass():
    model = nn.Linear(3, 1)
    with whygrad.watch():
        fails(model(torch.ones(2, 3)).detach().sum())
    with whygrad.watch():
        model(torch.ones(2, 3))  # an evaluation
    assert causes(whygrad.why(model)) == ["detached-tensor"]


def test_an_inner_session_leaves_the_outer_one_running():
    with whygrad.watch() as outer:
        with whygrad.watch() as inner:
            assert Session.running is inner
        assert Session.running is outer
    assert Session.running is None


def test_what_no_session_saw_is_said_to_be_unseen():
    model = nn.Linear(3, 1)
    model(torch.ones(2, 3)).sum().backward()
    with whygrad.watch():
        torch.ones(3, requires_grad=True).sum().backward()
    assert "none of these parameters was seen" in str(whygrad.why(model))
    with pytest.raises(RuntimeError, match="was seen"):
        whygrad.expect_gradients(model)


def test_a_parameter_that_no_session_saw_is_said_to_be_unseen():
    weight = nn.Parameter(torch.ones(3))
    with whygrad.watch():
        pass
    assert "was not seen" in str(whygrad.why(weight))


def test_a_session_that_saw_other_passes_says_that_it_did_not_see_the_parameter():
    first, second, never = (torch.ones(3, requires_grad=True) for _ in range(3))
    with whygrad.watch() as session:
        first.sum().backward()
    with whygrad.watch() as later:
        second.sum().backward()
    unseen = "nothing used it inside this `whygrad.watch()` block"
    assert str(session.why(never)) == f"`never` was not seen: {unseen}"
    assert str(session.why(second)) == f"`second` has a gradient, but was not seen: {unseen}"
    assert "got a gradient" in str(later.why(second))
    assert "got a gradient" in str(whygrad.why(first))
    all_of_them = "nothing used it inside the latest `whygrad.watch()` blocks or under `whygrad run`"
    assert str(whygrad.why(never)) == f"`never` was not seen: {all_of_them}"


def test_all_zeros_are_not_called_unseen():
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        (w * 0).sum().backward()
        assert "the gradient is all zeros: `w`" in str(whygrad.why(w)) or causes(whygrad.why(w))
        assert "not seen on the way" not in str(whygrad.why(w))


def test_why_under_the_command_answers_from_its_recording(tmp_path):
    (tmp_path / "asks.py").write_text(
        "import torch, whygrad\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "loss = w.detach().sum()\n"
        "print(whygrad.why(loss))\n"
        "with whygrad.watch():\n"
        "    other = w * 2\n"
        "print(whygrad.why(loss).findings[0].cause)\n"
    )
    done = run_program(tmp_path, tmp_path / "out", "asks.py")
    assert "detached-tensor" in done.stdout and done.stdout.endswith("detached-tensor\n"), done


def test_a_loss_is_asked_about_beside_an_optimizer_of_another_model():
    with whygrad.watch():
        torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=0.1)
        loss = nn.Linear(2, 2)(torch.ones(4, 2)).detach().sum()
        assert causes(whygrad.why(loss)) == ["detached-tensor"]
