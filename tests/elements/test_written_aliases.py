"""Values that are overwritten through `.data`, of parameters, and by index: what was read before is what counts."""

from __future__ import annotations

import pytest
import torch

import whygrad
from whygrad.record.events import LeafWritten, Written
from whygrad.record.special.overwriting import OFTEN


def test_a_tensor_from_before_whose_alias_was_seen_first():
    w = torch.tensor([3.0, 4.0])
    with whygrad.watch():
        alias = w.data
        y = w * w
        alias[0] = 9.0
        assert whygrad.grad(y[0], w[0]).item() == 6.0
        assert whygrad.grad((w * w)[0], w[0]).item() == 18.0


@pytest.mark.parametrize("show", [lambda h: h.data, lambda h: h.detach(), lambda h: h.data[:], lambda h: h.detach()[:]])
def test_a_result_that_is_written_through_an_alias(show):
    with whygrad.watch():
        x = torch.tensor([3.0, 4.0], requires_grad=True)
        h = x * 1
        y = h * h
        for i in range(2):
            show(h)[i] = 10.0
        z = h * h
        assert [whygrad.grad(y[i], h[i]).item() for i in range(2)] == [6.0, 8.0]
        assert whygrad.grad(z[1], h[1]).item() == 20.0


def test_a_plain_tensor_that_is_written_through_data():
    with whygrad.watch():
        t, x = torch.zeros(3), torch.tensor(2.0, requires_grad=True)
        for i in range(3):
            t.data[i] = i + 1.0
        assert whygrad.grad((t * x).sum(), x).item() == 6.0
        assert whygrad.grad((t * x)[2], t[2]).item() == 2.0


def test_elements_that_are_put_by_index_in_a_loop():
    with whygrad.watch():
        x = torch.tensor([2.0, 3.0, 4.0], requires_grad=True)
        y = torch.zeros(3)
        for i, place in enumerate(torch.arange(3).split(1)):
            y.index_put_((place,), x[i] * x[i])
        z = y.sum()
        assert [whygrad.grad(z, x[i]).item() for i in range(3)] == [4.0, 6.0, 8.0]


def test_a_parameter_that_is_filled_is_read_as_it_was():
    with whygrad.watch():
        w = torch.nn.Parameter(torch.ones(3))
        y = w * w
        with torch.no_grad():
            for i in range(3):
                w[i] = 5.0
        assert [whygrad.grad(y[i], w[i]).item() for i in range(3)] == [2.0, 2.0, 2.0]
        assert whygrad.grad((w * w)[1], w[1]).item() == 10.0


class Counting:
    """Counts what a watcher would hear."""

    def __init__(self) -> None:
        self.told = 0

    def on_leaf_written(self, event: LeafWritten) -> None:
        self.told += 1

    def on_written(self, event: Written) -> None:
        self.told += 1


def _filled(w):
    with torch.no_grad():
        for i in range(len(w)):
            w[i] = 0.5


def _through_data(w):
    for i in range(len(w)):
        w.data[i] = 0.5


def _by_copies(w):
    with torch.no_grad():
        for i in range(len(w)):
            w[i].copy_(torch.tensor(0.5))


@pytest.mark.parametrize("fill", [_filled, _through_data, _by_copies])
def test_a_line_that_fills_a_parameter_is_told_so_often_and_no_more(fill):
    with whygrad.watch() as session:
        counting = Counting()
        session.recorder.watching.also(counting)
        w = torch.nn.Parameter(torch.zeros(10 * OFTEN))
        fill(w)
    assert OFTEN <= counting.told <= 3 * OFTEN


@pytest.mark.parametrize("grad_mode", [True, False])
def test_an_element_that_is_changed_by_an_operator_is_put_back_where_it_was(grad_mode):
    """`y[i] += x` adds to the cell, and then sets the cell to itself."""
    with whygrad.watch(values=True):
        x = torch.tensor([2.0, 3.0, 5.0], requires_grad=True)
        y = torch.zeros(2, 3)
        with torch.set_grad_enabled(grad_mode):
            for i in range(3):
                y[0, i] += x[i] * x[i - 1]
                y[0, i] *= 4
            y[1:] -= y[:1] * 3
            y[1, 1:] = y[1, 1:] * 1
        z = y * y
    given = {} if grad_mode else {"through": "grad-disabled"}
    assert whygrad.grad(y[0, 1], x, **given).tolist() == [12.0, 8.0, 0.0]
    assert whygrad.grad(y[1, 2], x, **given).tolist() == [0.0, -60.0, -36.0]
    assert whygrad.grad(z[0, 1], y[0, 1]).item() == 48.0


def test_what_puts_an_element_back_is_not_kept_as_a_call():
    with whygrad.watch(values=True) as session:
        y = torch.zeros(3)
        tape = session.recorder.mode.taping.tape
        made = len(tape.calls)
        for i in range(3):
            y[i] += 1.5
            y[i] = y[i]
        assert [ref().op.__name__ for ref in list(tape.calls)[made:] if ref() is not None] == ["add_"] * 3
        version = y._version
        assert whygrad.grad((y * y)[1], y[1]).item() == 3.0 and y._version == version


def test_an_element_that_is_set_to_itself_past_a_cut_is_cut():
    with whygrad.watch(values=True):
        x = torch.tensor([2.0, 3.0], requires_grad=True)
        y = torch.zeros(2)
        y[0], y[1] = x[0] * 2, x[1] * 3
        y[0] = y[0].detach()
        z = y.exp()
    assert whygrad.grad(z[0], x).tolist() == [0.0, 0.0]
    assert whygrad.grad(z[1], x)[1].item() > 0
