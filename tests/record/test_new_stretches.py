"""Where a new stretch begins, what lives on stays known, and what was counted in passes and steps is counted anew."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest
import torch
from torch import nn

from whygrad.record.live.bounded import MOST
from whygrad.record.watchers.modules.repeated_modules import RepeatedModules
from whygrad.session import Session


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session(own_folders=(__file__,))
    session.start()
    yield session
    session.stop()


def causes_of(session: Session) -> set[str]:
    return {finding.cause for finding, _ in session.diagnoses()}


def train(model: nn.Module, optimizer: torch.optim.Optimizer, steps: int) -> None:
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.randn(4, 3)).pow(2).mean().backward()
        optimizer.step()


def test_a_module_that_was_switched_to_eval_in_an_earlier_stretch_is_so_from_the_first_pass_of_the_next(session):
    model = nn.Sequential(nn.Linear(3, 3), nn.Dropout(), nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train(model, optimizer, 6)
    model.eval()
    session.begin_anew()
    train(model, optimizer, 5)
    assert "eval-mode" in causes_of(session)


def test_parameters_that_were_written_in_an_earlier_stretch_are_not_updated_by_hand_in_the_next(session):
    model = nn.Linear(3, 1)
    for _ in range(8):
        model(torch.randn(4, 3)).pow(2).mean().backward()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter -= 0.1 * parameter.grad
                parameter.grad = None
    session.begin_anew()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        optimizer.zero_grad()
        model(torch.randn(4, 3)).pow(2).mean().backward()
    assert "step-never-called" in causes_of(session)


def test_a_module_that_an_earlier_stretch_put_into_several_slots_is_told_where_it_is_trained(session):
    model = nn.Sequential(*[nn.Linear(3, 3)] * 3, nn.Linear(3, 1))
    session.begin_anew()
    train(model, torch.optim.SGD(model.parameters(), lr=0.1), 3)
    assert "repeated-module" in causes_of(session)
    session.begin_anew()
    other = nn.Linear(3, 1)
    train(other, torch.optim.SGD(other.parameters(), lr=0.1), 3)
    assert not causes_of(session)


def test_slots_that_were_given_modules_of_their_own_since_are_not_told(session):
    model = nn.Sequential(*[nn.Linear(3, 3)] * 3)
    model[1], model[2] = nn.Linear(3, 3), nn.Linear(3, 1)
    model[0] = model[0]
    train(model, torch.optim.SGD(model.parameters(), lr=0.1), 3)
    assert not causes_of(session)


def test_a_module_that_is_put_into_something_new_at_every_step_costs_no_more_in_the_end(session):
    part = nn.Linear(3, 3)
    kept = [nn.Sequential(part) for _ in range(200)]
    assert len(kept) == 200
    (watcher,) = (w for w in session.recorder.watching.all if isinstance(w, RepeatedModules))
    assert len(watcher._holders[part]) == MOST


def test_batches_beside_training_are_counted_of_modules_that_an_earlier_stretch_has_made(session):
    model = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
    session.begin_anew()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        train(model, optimizer, 4)
        model(torch.randn(4, 3))
    assert "statistics-beside-training" in causes_of(session)


def test_averages_that_wait_are_forgotten_in_the_very_table_that_c_asks(session):
    averaging = session.recorder.watching.steps.averaging
    pending = averaging.pending
    pending[1] = (None, ())
    session.begin_anew()
    assert averaging.pending is pending and not pending


def test_a_shallow_copy_is_told_where_it_is_trained_beside_the_original(session):
    model = nn.Linear(3, 1)
    copied = copy.copy(model)
    train(copied, torch.optim.SGD(copied.parameters(), lr=0.1), 3)
    assert "same-memory" in causes_of(session)
    session.begin_anew()
    other = nn.Linear(3, 1)
    train(other, torch.optim.SGD(other.parameters(), lr=0.1), 3)
    assert not causes_of(session)


def test_a_shallow_copy_that_has_outlived_the_original_has_the_parameters_for_itself(session):
    model = nn.Linear(3, 1)
    model = copy.copy(model)
    train(model, torch.optim.SGD(model.parameters(), lr=0.1), 3)
    assert not causes_of(session)
