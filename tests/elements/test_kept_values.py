"""`watch(values=…)`: a little computation keeps its values, a training keeps none from its second step on."""

from __future__ import annotations

import pytest
import torch

import whygrad
from whygrad.record import hotpath


def trained(steps, ask=None):
    torch.manual_seed(0)
    net = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(4, 3)
        hidden = net(x)
        loss = hidden.pow(2).mean()
        if step == ask:
            whygrad.grad(loss, hidden)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    y = torch.zeros(4)
    y[0] = 2.0
    for i in range(3):
        y[i + 1] = y[i] * 3
    return y


def test_a_little_computation_keeps_its_values_with_one_step_too():
    for steps in (0, 1):
        with whygrad.watch():
            y = trained(steps)
        assert whygrad.grad(y[3], y[0]) == 27


def test_a_training_keeps_none_from_its_second_step_on_and_a_late_question_says_how_to_ask_in_time():
    with whygrad.watch() as session:
        y = trained(3)
    assert session.recorder.mode.taping is None
    assert not any(ref.place for ref in session.recorder.origins.refs())
    with pytest.raises(ValueError, match=r"watch\(values=True\)"):
        whygrad.grad(y[3], y[0])
    with pytest.raises(ValueError, match=r"watch\(values=True\)"):
        whygrad.paths(y[3], y[0])


def test_a_question_that_was_asked_before_keeps_them():
    with whygrad.watch():
        y = trained(3, ask=0)
    assert whygrad.grad(y[3], y[0]) == 27


def test_true_keeps_them_always_and_false_never():
    with whygrad.watch(values=True):
        y = trained(3)
    assert whygrad.grad(y[3], y[0]) == 27
    with whygrad.watch(values=False) as session:
        trained(0)
    assert session.recorder.mode.taping is None
    with pytest.raises(ValueError, match="auto"), whygrad.watch(values="sometimes"):
        pass


@pytest.mark.skipif(hotpath.compiled is None, reason="there is no compiled part")
def test_a_training_is_noted_by_the_compiled_part_as_under_the_command():
    with whygrad.watch() as session:
        trained(1)
        assert session.recorder.mode.__torch_function__ is not session.recorder.mode.hot
        trained(2)
        assert session.recorder.mode.__torch_function__ is session.recorder.mode.hot
        assert torch.Tensor.__setitem__ in session.recorder.mode.endings
