"""Steps that are like those before are told to few; what happens late in a run is told all the same."""

from __future__ import annotations

import pytest
import torch
from torch import nn

import whygrad
from whygrad.record.events import Cleared, GradientRead, LeafWritten, PassBegan, PassFailed, StepBegan
from whygrad.record.telling import Events, only_inspected, rests_without
from whygrad.record.training import training

STEPS = 40
LATE = 20  # a calm step: neither among the first nor one of those that are inspected later


class Resting:
    """Hears of each step, and of what fills it."""

    def __init__(self):
        self.heard, self.full = [], []

    @rests_without("full")
    def on_step_began(self, event):
        self.heard.append("full")
        self.full = []

    @only_inspected
    def on_cleared(self, event):
        self.heard.append("inspected")

    def on_leaf_written(self, event):
        self.full.append(event)


def told(events, *kinds):
    for kind in kinds:
        events.tell(object.__new__(kind))


def test_a_calm_step_is_told_to_those_alone_who_learn_from_it():
    resting = Resting()
    events = Events([resting])
    told(events, Cleared, StepBegan)
    assert resting.heard == ["inspected", "full"]
    events.settle(calm=True)
    told(events, Cleared, StepBegan)
    assert resting.heard == ["inspected", "full"]


def test_what_fills_a_watcher_wakes_the_methods_that_rest_without_it():
    resting = Resting()
    events = Events([resting])
    events.settle(calm=True)
    told(events, LeafWritten, Cleared, StepBegan)
    assert resting.heard == ["full"]
    events.settle(calm=True)
    events.settle(calm=True)
    told(events, StepBegan)
    assert resting.heard == ["full"]


def test_an_event_that_nobody_who_rests_hears_wakes_nobody():
    resting = Resting()
    events = Events([resting])
    events.settle(calm=True)
    told(events, GradientRead, PassFailed, Cleared, StepBegan)
    assert resting.heard == []


def test_a_step_that_is_not_calm_is_told_to_all():
    resting = Resting()
    events = Events([resting])
    events.settle(calm=True)
    events.settle(calm=False)
    told(events, Cleared, StepBegan)
    assert resting.heard == ["inspected", "full"]


def test_what_is_unlike_all_before_wakes_all_with_the_next_pass():
    resting = Resting()
    events = Events([resting])
    events.settle(calm=True)
    events.stir()
    told(events, StepBegan)
    assert resting.heard == []  # it has not heard of the pass that this step uses
    told(events, PassBegan, Cleared, StepBegan)
    assert resting.heard == ["inspected", "full"]


def test_a_step_after_which_something_happened_is_not_calm():
    resting = Resting()
    events = Events([resting])
    events.settle(calm=True)
    events.stir()
    events.settle(calm=True)
    told(events, Cleared, StepBegan)
    assert resting.heard == ["inspected", "full"]


@pytest.fixture
def calm_steps(monkeypatch):
    """The steps after which the next one was taken for calm."""
    found, settle = [], Events.settle

    def note(self, calm):
        found.append(calm)
        settle(self, calm)

    monkeypatch.setattr(Events, "settle", note)
    return found


def train(change=lambda step, model, optimizer: None, loss_of=lambda step, out: out.pow(2).mean()):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    with whygrad.watch(keep_bytes=0) as session:
        for step in range(1, STEPS + 1):
            optimizer.zero_grad()
            loss = loss_of(step, model(torch.randn(3, 4)))
            change(step, model, optimizer)
            loss.backward()
            optimizer.step()
        return [(finding.cause, diagnostic.message) for finding, diagnostic in session.diagnoses()]


def test_most_steps_of_a_plain_loop_are_calm(calm_steps):
    assert not train()
    not_calm = [number for number, calm in enumerate(calm_steps, 2) if not calm]
    assert not_calm == [*range(2, 10), 16, 32]


def test_two_passes_for_each_step_are_never_calm(calm_steps):
    train(lambda step, model, optimizer: model(torch.randn(3, 4)).abs().mean().backward())
    assert not any(calm_steps)


def put_values_back(step, model, optimizer, kept={}):  # noqa: B006  # it is to outlive the call
    if step == LATE:
        kept["weight"] = model[0].weight.detach().clone()
    if step >= LATE:
        with torch.no_grad():
            model[0].weight.copy_(kept["weight"])


def freeze(step, model, optimizer):
    if step == LATE:
        model[0].requires_grad_(False)


def stop_the_rate(step, model, optimizer):
    if step >= LATE:
        optimizer.param_groups[0]["lr"] = 1e-12


def go_backward_twice(step, model, optimizer):
    if step >= LATE:
        model(torch.randn(3, 4)).abs().mean().backward()


def write_past_autograd(step, model, optimizer):
    if step >= LATE:
        model[0].weight.data.mul_(0)


CHANGES = [put_values_back, freeze, stop_the_rate, go_backward_twice, write_past_autograd]
LOSSES = [
    lambda step, out: out.clamp(min=0 if step < LATE else 1e6).mean(),
    lambda step, out: out.mean() if step < LATE else out.abs().mean().neg().log(),
    lambda step, out: out.pow(2).mean() if step < LATE else out.detach().mean() + 0 * out.sum(),
]


def test_a_nan_at_a_calm_step_makes_no_step_a_second_use_of_its_gradient():
    found = train(loss_of=lambda step, out: out.mean() if step < 10 else out.abs().mean().neg().log())
    assert "stepped-twice" not in {cause for cause, _ in found}


@pytest.mark.parametrize("late", [*({"change": c} for c in CHANGES), *({"loss_of": c} for c in LOSSES)])
def test_what_begins_at_a_calm_step_is_told_as_if_none_were_calm(late, monkeypatch):
    found = train(**late)
    monkeypatch.setattr(training, "will_be_calm", lambda recorder, history: False)
    assert found == train(**late)


TASKS = 24
LATE_TASK = 18  # after those that were heard of one by one


def adapt(change=lambda task, step, model, optimizer: None):
    """Every task has a copy of the model, and an optimizer for a few steps."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    outer = torch.optim.SGD(model.parameters(), lr=0.1)
    with whygrad.watch(keep_bytes=0) as session:
        for task in range(1, TASKS + 1):
            learner = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
            learner.load_state_dict(model.state_dict())
            inner = torch.optim.SGD(learner.parameters(), lr=0.01)
            for step in range(4):
                inner.zero_grad()
                loss = learner(torch.randn(3, 4)).pow(2).mean()
                change(task, step, learner, inner)
                loss.backward()
                inner.step()
            outer.zero_grad()
            for old, new in zip(model.parameters(), learner.parameters(), strict=True):
                old.grad = old.detach() - new.detach()
            outer.step()
        return [(finding.cause, diagnostic.message) for finding, diagnostic in session.diagnoses()]


def test_later_generations_of_optimizers_that_one_line_makes_are_calm(calm_steps):
    assert not adapt()
    by_task = [sum(calm_steps[at : at + 5]) for at in range(0, 5 * TASKS, 5)]
    assert by_task[:7] == [0] * 7  # the eighth ends when the first steps of the outer optimizer are over
    assert by_task[17] == 5
    assert sum(by_task[9:]) > 40  # of 75; in some passes and steps are inspected


def test_a_generation_that_goes_another_way_is_not_calm(calm_steps):
    def twice(task, step, model, optimizer):
        if task >= LATE_TASK and step == 2:
            model(torch.randn(3, 4)).abs().mean().backward()

    adapt(twice)
    calm = [sum(calm_steps[at : at + 5]) for at in range(0, 5 * TASKS, 5)]
    assert calm[LATE_TASK - 1] == 2
    assert calm[LATE_TASK:] == [0] * (TASKS - LATE_TASK)


@pytest.mark.parametrize("change", CHANGES)
def test_what_begins_in_a_late_generation_is_told_as_if_none_were_calm(change, monkeypatch):
    def late(task, step, model, optimizer):
        if task >= LATE_TASK:
            change(LATE + step, model, optimizer)

    found = adapt(late)
    monkeypatch.setattr(training, "will_be_calm", lambda recorder, history: False)
    assert found == adapt(late)
