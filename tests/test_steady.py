"""Steady recording: a few steps are recorded, then one at growing intervals."""

from __future__ import annotations

from itertools import pairwise

import pytest
import torch
from programs import run_program
from torch import nn

import whygrad
from whygrad.record.live import steady
from whygrad.record.live.steady import FIRST, INTERVAL

PROGRAM = """
import torch
from torch import nn
torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(60):
    prediction = model(torch.randn(8, 4))
    {body}
    loss = prediction.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
"""


def outcome(tmp_path, body, *options):
    (tmp_path / "main.py").write_text(PROGRAM.format(body=body))
    return run_program(tmp_path, tmp_path / "out", *options, "main.py")


def test_the_program_prints_the_same(tmp_path):
    assert outcome(tmp_path, "pass", "--steady").stdout == outcome(tmp_path, "pass").stdout


def test_a_failure_in_a_recorded_step_is_explained(tmp_path):
    found = outcome(tmp_path, "prediction = prediction.detach() if step == 1 else prediction", "--steady").findings
    assert [f["cause"] for f in found] == ["detached-tensor"]


@pytest.mark.parametrize("step", [FIRST + 2, 40])
def test_a_failure_in_another_step_is_said_to_be_unknown(tmp_path, step):
    body = f"prediction = prediction.detach() if step == {step} else prediction"
    found = outcome(tmp_path, body, "--steady").findings
    assert [(f["cause"], f["evidence"]) for f in found] == [("not-recorded", "unknown")]
    assert found[0]["site"]["line"] == 12


def test_a_silent_failure_is_found_in_the_first_steps(tmp_path):
    found = outcome(tmp_path, "prediction = prediction + 0 * model.bias; prediction.data.mul_(2)", "--steady").findings
    assert [f["cause"] for f in found] == ["untracked-write"]


def recorded_steps(steps, change_at=None):
    """The numbers of the steps whose calls were recorded."""
    seen = []
    with whygrad.watch(steady=True):
        model = nn.Linear(2, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for step in range(steps):
            loss = model(torch.ones(1, 2)).sum()
            if change_at is not None and step >= change_at:
                loss = loss * 2
            if whygrad._latest.recorder.origins.get(loss) is not None:
                seen.append(step)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return seen


def test_intervals_grow():
    seen = recorded_steps(400)
    gaps = [b - a for a, b in pairwise(seen) if b - a > 1]
    assert seen[:FIRST] == list(range(FIRST))
    assert gaps == sorted(gaps) and len(gaps) >= 3


def test_another_structure_is_recorded_when_it_comes_again():
    change = FIRST + 2
    assert change + 1 in recorded_steps(change + 3, change_at=change)


def test_a_parameter_that_gets_its_gradient_while_the_recorder_is_away_is_not_told(tmp_path):
    body = "prediction = prediction if step > 20 else prediction + 0 * model.bias.sum().detach()"
    assert outcome(tmp_path, body, "--steady").alarms == []


def test_a_program_of_which_every_step_differs_is_not_recorded_for_ever():
    seen = []
    with whygrad.watch(steady=True):
        model = nn.Linear(2, 2)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for step in range(100):
            h = torch.ones(1, 2)
            for _ in range(step + 1):
                h = model(h)
            if whygrad._latest.recorder.origins.get(h) is not None:
                seen.append(step)
            optimizer.zero_grad()
            h.sum().backward()
            optimizer.step()
    assert len(seen) < 40


def gradient_is_seen_to_break(steps, breaks_at):
    with whygrad.watch(steady=True):
        model = nn.Linear(2, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
        for step in range(steps):
            optimizer.zero_grad()
            # The loss itself stays finite: the root of 0 is 0, its slope infinite.
            (model(torch.ones(1, 2)).pow(2).sum() * (step != breaks_at)).sqrt().backward()
            optimizer.step()
        return whygrad._latest.recorder.training.histories[0].inspections.broken


def test_values_are_looked_at_when_it_was_away_for_long(monkeypatch):
    returns = FIRST + INTERVAL
    assert not gradient_is_seen_to_break(returns + 1, returns)
    monkeypatch.setattr(steady, "LONG", INTERVAL)
    assert gradient_is_seen_to_break(returns + 1, returns)


def test_steps_are_counted_for_each_optimizer_while_it_is_away():
    with whygrad.watch(steady=True):
        models = [nn.Linear(2, 1), nn.Linear(2, 1)]
        optimizers = [torch.optim.SGD(m.parameters(), lr=0.1) for m in models]
        for step in range(40):
            for model, optimizer in zip(models[: 1 + step % 2], optimizers, strict=False):
                optimizer.zero_grad()
                model(torch.ones(1, 2)).sum().backward()
                optimizer.step()
        assert [h.steps for h in whygrad._latest.recorder.training.histories] == [40, 20]
