"""Of the first steps the values are read one by one where something is suspected; what they tell is still told."""

from __future__ import annotations

import pytest
import torch
from torch import nn

import whygrad
from whygrad.evidence.values import NonfiniteValues
from whygrad.record.copying.step_inspection import StepInspection
from whygrad.record.training import probe as probing
from whygrad.record.training.bad_value_sites import singular_steps
from whygrad.record.watchers.tensors import copied_values


@pytest.fixture
def attached(monkeypatch):
    """How many hooks of ours each pass got."""
    found = []
    put, finish = probing.put_on_node, probing.Probe.finish
    monkeypatch.setattr(
        probing, "put_on_node", lambda *args, **more: found.append(args[0].name()) or put(*args, **more)
    )
    passes = []

    def count(self, starts):
        finish(self, starts)
        passes.append(list(found))
        found.clear()

    monkeypatch.setattr(probing.Probe, "finish", count)
    return passes


def train(steps, loss_of, model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.zero_grad()
        loss_of(step).backward()
        optimizer.step()


def births_in(recording):
    return [birth for seen in recording.evidence if isinstance(seen, NonfiniteValues) for birth in seen.births]


def test_the_values_of_one_pass_are_read_where_all_is_well(attached):
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    with whygrad.watch(keep_bytes=0):
        train(8, lambda step: model(torch.ones(2, 3)).mean(), model)
    assert attached[0]
    assert attached[1:] == [[]] * 7


def test_what_can_make_nan_is_watched_in_each_of_the_first_passes(attached):
    model = nn.Linear(3, 1)
    with whygrad.watch(keep_bytes=0):
        train(8, lambda step: model(torch.ones(2, 3)).pow(2).add(1).sqrt().mean(), model)
    assert attached[1:] == [["SqrtBackward0"]] * 7


def test_a_gradient_of_zeros_has_the_next_pass_read(attached):
    model = nn.Linear(3, 1)
    with whygrad.watch(keep_bytes=0):
        train(3, lambda step: (model(torch.ones(2, 3)).relu() * 0).sum(), model)
    assert all(attached)


def test_a_hook_that_writes_is_met_at_a_later_step():
    def halve(gradient):
        gradient.mul_(0.5)

    model = nn.Linear(3, 1)

    def loss_of(step):
        out = model(torch.ones(2, 3)).exp()
        if step >= 3:
            out.register_hook(halve)
        return out.mul(2).sum()

    with whygrad.watch(keep_bytes=0):
        train(6, loss_of, model)
    assert [hook.name for hook in whygrad._latest.recorder.probe.hook_writes.found.values()] == ["halve"]


def test_nan_of_a_gradient_is_placed_where_it_arises_at_a_later_step():
    model = nn.Linear(1, 1, bias=False)

    def loss_of(step):
        out = model(torch.full((2, 1), float(step != 4)))
        return out.pow(2).sqrt().sum()  # the root of 0 has no derivative

    with whygrad.watch(keep_bytes=0):
        train(5, loss_of, model)
    recording = whygrad._latest.recorder.training.histories[0].inspections.looked.recording()
    assert [birth.node for birth in births_in(recording)] == ["SqrtBackward0"]


@pytest.mark.parametrize("hide", [lambda x, y: torch.where(y.isinf(), x, y), lambda x, y: y.clamp_(max=100.0)])
def test_nan_of_a_factor_that_was_hidden_is_placed_at_a_later_step(hide):
    model = nn.Linear(1, 1)

    def loss_of(step):
        out = model(torch.ones(1, 1)).abs().add(1)
        return hide(out, out * (torch.inf if step == 4 else 1.0)).sum()

    with whygrad.watch(keep_bytes=0):
        train(5, loss_of, model)
    recording = whygrad._latest.recorder.training.histories[0].inspections.looked.recording()
    assert [birth.node for birth in births_in(recording)][-1:] == ["MulBackward0"]


def test_nan_of_values_without_a_gradient_is_placed_at_a_later_step():
    model = nn.Linear(1, 1)

    def loss_of(step):
        values = torch.tensor([-1.0 if step == 3 else 1.0])
        return (model(torch.ones(1, 1)) * values.log()).sum()

    with whygrad.watch(keep_bytes=0):
        train(4, loss_of, model)
    recording = whygrad._latest.recorder.training.histories[0].inspections.looked.recording()
    births = births_in(recording)
    assert [recording.nodes[birth.at].op for birth in births[:1]] == ["torch.Tensor.log"]


@pytest.mark.parametrize(
    ("compute", "kinds"),
    [
        (lambda x: (x * 2).tanh().sum(), []),
        (lambda x: x.pow(2).sum(), []),
        (lambda x: x.pow(0.5).sum(), ["PowBackward0"]),
        (lambda x: (x.double() @ x.double()).sum(), ["MmBackward0", "ToCopyBackward0", "ToCopyBackward0"]),
        (lambda x: (x / 2).log().sum(), ["LogBackward0", "DivBackward0"]),
        (lambda x: torch.special.entr(x).sum(), ["SpecialEntrBackward0"]),  # not known
    ],
)
def test_which_steps_can_make_nan_of_good_values(compute, kinds):
    loss = compute(torch.ones(2, 2, requires_grad=True))
    nodes, queue = [], [loss.grad_fn]
    for node in queue:
        nodes.append(node)
        queue += [following for following, _ in node.next_functions if following is not None]
    assert [node.name() for node in singular_steps(nodes)] == kinds


def test_a_model_that_changes_in_every_step_is_copied_ever_fewer_times(monkeypatch):
    copies = []
    copy = StepInspection.copy
    monkeypatch.setattr(
        StepInspection, "copy", lambda self, history, *args: copies.append(history) or copy(self, history, *args)
    )
    model = nn.Linear(3, 1)
    made = []

    def loss_of(step):
        made.append(nn.Parameter(torch.ones(3)))
        return model(torch.ones(2, 3)).mean()

    with whygrad.watch(keep_bytes=0):
        train(16, loss_of, model)
    assert 1 < len(copies) <= 7


def test_what_is_put_into_a_leaf_one_element_after_the_other_is_followed_a_few_times(monkeypatch):
    asked = []
    behind = copied_values._learning_behind
    monkeypatch.setattr(copied_values, "_learning_behind", lambda values: asked.append(values) or behind(values))
    leaf, sources = torch.zeros(200, requires_grad=True), [torch.ones(1, requires_grad=True) for _ in range(3)]
    with whygrad.watch(keep_bytes=0):
        for element in range(200):
            leaf.data[element].copy_((sources[element % 3] * 2).detach()[0])
        copied = whygrad._latest.recorder.watching.tensors.copied_values
        ((_, found),) = copied.parts.values()
        assert len(found) == 3
    assert 3 <= len(asked) <= copied_values.MOST


def test_of_a_long_loop_the_first_values_are_read_and_a_bad_loss_is_placed_all_the_same(monkeypatch):
    read, rows = [], 10_000  # more than C reads by itself
    all_finite = probing.torch_api.all_finite
    monkeypatch.setattr(probing.torch_api, "all_finite", lambda value: read.append(0) or all_finite(value))
    model = nn.Linear(1, 1)

    def loss_of(step):
        out = model(torch.ones(rows, 1))
        for turn in range(1_000):
            out = (out.abs() - (9.0 if turn == 900 else -1.0)).sqrt()
        read_by_then.append(len(read))
        return out.sum()

    read_by_then = []
    with whygrad.watch(keep_bytes=0):
        train(1, loss_of, model)
    assert 0 < read_by_then[0] < 4 * probing.MOST_OF_A_PLACE
    recording = whygrad._latest.recorder.training.histories[0].inspections.looked.recording()
    assert [birth.node for birth in births_in(recording)][:1] == ["SqrtBackward0"]
