"""What cannot be enabled is refused with one sentence, and nothing is changed."""

from __future__ import annotations

import pytest
import torch
from torch import nn

import whygrad

X = torch.zeros(4, 5)


@pytest.mark.parametrize(
    ("which", "error", "sentence"),
    [
        (7, IndexError, "7 is out of range for a tensor of shape (4, 5)"),
        ([0, 4], IndexError, "[0, 4] is out of range for a tensor of shape (4, 5)"),
        ((0, 5), IndexError, "(0, 5) is out of range for a tensor of shape (4, 5)"),
        (torch.tensor([-5]), IndexError, "[-5] is out of range for a tensor of shape (4, 5)"),
        (torch.ones(5, 4, dtype=torch.bool), ValueError, "the mask has the shape (5, 4), but the tensor has (4, 5)"),
        (torch.ones(5, dtype=torch.bool), ValueError, "the mask has the shape (5,), but the tensor has (4, 5)"),
        (torch.zeros(4, 5, dtype=torch.bool), ValueError, "selects no element"),
        ([], ValueError, "[] selects no element"),
        (slice(2, 2), ValueError, "slice(2, 2, None) selects no element"),
        (torch.ones(4, 5), TypeError, "use torch.bool for a mask"),
        (1.5, TypeError, "not with 1.5"),
        (True, TypeError, "not with True"),
        (None, TypeError, "not with None"),
        (["a"], TypeError, "['a'] cannot choose elements"),
    ],
    ids=str,
)
def test_a_choice_that_is_none_is_refused(which, error, sentence):
    x = X.clone()
    module = nn.Linear(5, 4)
    for target in ((x,), (module, "weight")):
        with pytest.raises(error) as raised:
            whygrad.enable(*target, which)
        assert sentence in str(raised.value)
        assert "\n" not in str(raised.value)
    assert not x.requires_grad
    assert type(module) is nn.Linear


def test_rows_are_rows_only():
    module = nn.Linear(5, 4)
    with pytest.raises(ValueError, match="`rows` takes a number"):
        whygrad.enable(module, "weight", rows=(0, 1))
    with pytest.raises(ValueError, match="the mask has 5 entries, but the tensor has 4 rows"):
        whygrad.enable(module, "weight", rows=[True] * 5)


def computed():
    return torch.ones(3, requires_grad=True) * 2


class Sequence(nn.Sequential):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))


class Taken(nn.Linear):
    enabled_weight = 1


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: whygrad.enable(torch.zeros(3, dtype=torch.int64), 0), TypeError, "the tensor has dtype torch.int64"),
        (lambda: whygrad.enable(computed(), 0), ValueError, "the tensor was computed from others"),
        (lambda: whygrad.enable(torch.zeros(()), 0), ValueError, "a tensor without dimensions has one element"),
        (lambda: whygrad.enable(torch.zeros(3)), ValueError, "choose at least one element"),
        (lambda: whygrad.enable(torch.zeros(3, 3), 0, 0), TypeError, "choose elements with one argument"),
        (lambda: whygrad.enable(torch.zeros(3), 0, rows=[0]), TypeError, "choose elements with one argument"),
        (lambda: whygrad.enable(torch.zeros(3), False), RuntimeError, "the tensor has no enabled elements"),
        (lambda: whygrad.enable([1.0, 2.0], 0), TypeError, "not a list"),
        (lambda: whygrad.enable(torch.eye(3).to_sparse(), 0), TypeError, "layout torch.sparse_coo"),
        (
            lambda: whygrad.enable(nn.Linear(2, 2), "wieght", 0),
            ValueError,
            "no parameter `wieght`; it has `weight`, `bias`",
        ),
        (lambda: whygrad.enable(nn.Linear(2, 2, bias=False), "bias", 0), ValueError, "no parameter `bias`"),
        (lambda: whygrad.enable(nn.Linear(2, 2), "body.weight", 0), ValueError, "no parameter `body.weight`"),
        (lambda: whygrad.enable(nn.Linear(2, 2), 0), TypeError, "name the parameter"),
        (lambda: whygrad.enable(nn.Linear(2, 2), "weight"), ValueError, "choose at least one element"),
        (lambda: whygrad.enable(nn.Linear(2, 2), "weight", False), RuntimeError, "`weight` has no enabled elements"),
        (lambda: whygrad.enable(nn.LazyLinear(2), "weight", 0), RuntimeError, "`weight` has no shape"),
        (lambda: whygrad.enable(Sequence(), "scale", 0), TypeError, "can only contain layers"),
        (lambda: whygrad.enable(Taken(2, 2), "weight", 0), RuntimeError, "already has an attribute `enabled_weight`"),
    ],
)
def test_what_has_no_elements_to_enable_is_refused(call, error, sentence):
    with pytest.raises(error) as raised:
        call()
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_enabling_twice_is_refused_and_changes_nothing():
    x, module = torch.zeros(3), nn.Linear(2, 2)
    for target in ((x,), (module, "weight")):
        whygrad.enable(*target, 0)
        with pytest.raises(RuntimeError, match="already has enabled elements"):
            whygrad.enable(*target, 1)
    x.sum().backward()
    assert x.grad.tolist() == [1.0, 0.0, 0.0]


def test_assigning_to_a_parameter_with_enabled_elements_is_refused():
    module = nn.Linear(2, 2)
    whygrad.enable(module, "weight", 0)
    with pytest.raises(RuntimeError, match="`weight` has enabled elements"):
        module.weight = nn.Parameter(torch.zeros(2, 2))


def test_a_scripted_module_is_refused():
    with pytest.warns((DeprecationWarning, FutureWarning)):  # the second from Python 3.14 on
        scripted = torch.jit.script(nn.Linear(2, 2))
    with pytest.raises(TypeError, match="scripted module"):
        whygrad.enable(scripted, "weight", 0)


def test_a_module_that_has_enabled_elements_is_called_by_its_own_class_and_names():
    layer = nn.Linear(3, 2)
    whygrad.enable(layer, "weight", rows=[0])
    with pytest.raises(ValueError, match=r"^Linear has no parameter `wieght`; it has `weight`, `bias`$"):
        whygrad.enable(layer, "wieght", rows=[0])
