"""`watch(values=…)`: a little computation keeps its values, a training keeps none from its second step on."""

from __future__ import annotations

import sys

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
        assert session.recorder.mode.__torch_function__ is session.recorder.mode.hot
        assert session.recorder.mode.hot.taped
        trained(2)
        assert not session.recorder.mode.hot.taped
        assert torch.Tensor.__setitem__ in session.recorder.mode.endings


@pytest.mark.skipif(hotpath.compiled is None, reason="there is no compiled part")
def test_an_element_that_another_thread_sets_while_the_keeping_ends_is_noted(monkeypatch):
    """C notes it alone where nothing is kept, and leaves leaves to what is done after the call."""
    with whygrad.watch() as session:
        mode, at_the_end = session.recorder.mode, []

        class Hot:
            def stop_taping(self):
                at_the_end.append(torch.Tensor.__setitem__ in mode.endings)

        hot = mode.hot
        monkeypatch.setattr(mode, "hot", Hot())
        mode.stop_taping()
        hot.stop_taping()
    assert at_the_end == [True]


@pytest.mark.skipif(hotpath.compiled is None, reason="there is no compiled part")
@pytest.mark.parametrize("requires_grad", [True, False])
def test_a_tensor_that_is_filled_element_by_element_is_kept_in_c(requires_grad):
    """Times differ from machine to machine; the functions of Python's that run for an element do not."""
    called = []
    with whygrad.watch():
        for note in (None, lambda frame, event, arg: called.append(event) if event == "call" else None):
            sys.setprofile(note)
            try:
                y = filled(300, requires_grad)  # the first 256 values of a place are read
            finally:
                sys.setprofile(None)
    assert len(called) / 300 < 50  # a sum is looked at by Python, in case it is an average
    assert whygrad.grad(y[9], y[4]).item() == 0.5**5
    assert whygrad.grad(y[299], y[298]).item() == 0.5


def filled(count, requires_grad):
    x = torch.tensor([2.0, 0.3], requires_grad=requires_grad)
    y = torch.zeros(count)
    y[0] = x[0]
    for i in range(1, count):
        y[i] = y[i - 1] * 0.5 + x[1]
    return y


@pytest.mark.parametrize("write", [lambda y: y.__setitem__(1, 7.0), lambda y: y.__setitem__(slice(1, 2), 7.0)])
def test_what_was_read_of_an_element_is_kept_when_that_is_set_again(write):
    with whygrad.watch():
        x = torch.tensor(3.0, requires_grad=True)
        y = torch.zeros(3)
        y[1] = x * 1
        z = y[1] * y[1]
        write(y)
        y[2] = y[1] * 2
    assert whygrad.grad(z, x).item() == 6
    assert whygrad.grad(y[2], y[1]).item() == 2


def test_an_element_that_is_set_without_gradients_is_a_cut():
    with whygrad.watch():
        x = torch.tensor(3.0, requires_grad=True)
        y = torch.zeros(3)
        y[0] = 1.0
        with torch.no_grad():
            y[1] = x * 2
    assert whygrad.grad(y[1], x, through="grad-disabled").item() == 2


def one_cell(y, number):
    return y[0, 0]


def some_cells(y, number):
    return y[number % 50, :2]


@pytest.mark.parametrize("part", [hotpath.compiled, None])
@pytest.mark.parametrize("cells", [one_cell, some_cells])
def test_readers_of_cells_that_are_never_written_do_not_pile_up(part, cells, monkeypatch):
    monkeypatch.setattr(hotpath, "compiled", part)
    with whygrad.watch(values=True) as session:
        y = torch.zeros(64, 64)
        kept = [cells(y, number) * 2 for number in range(6)]  # few shelves are looked through at every write
        read = []
        for number in range(1_000):
            y[60, 60] = 1.0  # what was read lives when it is sorted
            read[:] = [cells(y, number) * 2]
        memory = session.recorder.origins.ref(y).place.memory
    shelved = [ref for readers in memory._readers.values() for _, _, ref in readers]
    held = [*memory._fresh, *shelved, *(ref for refs in memory._cells.values() for ref in refs)]
    assert sum(ref() is not None for ref in held) == len(kept + read)
    assert len(held) < 300
