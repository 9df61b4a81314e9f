"""What `enable` returns, and writes into the whole parameter while some of its elements are enabled."""

from __future__ import annotations

import copy
import gc

import pytest
import torch
from torch import nn

import whygrad

LAYERS = [lambda: nn.Linear(3, 4), lambda: nn.Conv2d(3, 4, 1), lambda: nn.Embedding(4, 3)]


def test_the_handle_of_a_module_shows_its_parameter_and_its_gradient():
    net = nn.Sequential(nn.Linear(3, 4))
    handle = whygrad.enable(net, "0.weight", rows=[1, 2])
    assert "0.weight" in repr(handle) and "Sequential" in repr(handle) and "2" in repr(handle)
    assert handle.gradient is None
    net(torch.ones(1, 3)).sum().backward()
    assert handle.parameter is dict(net.named_parameters())["0.enabled_weight.weight"]
    assert torch.equal(handle.gradient, torch.ones(2, 3))
    handle.remove()
    assert "undone" in repr(handle)
    with pytest.raises(RuntimeError, match="undone"):
        handle.parameter  # noqa: B018


def test_the_handle_of_a_tensor_shows_the_gradient_of_the_enabled_elements():
    x = torch.zeros(5)
    handle = whygrad.enable(x, [3, 1])
    (x * torch.arange(5.0)).sum().backward()
    assert handle.parameter is x
    assert handle.gradient.tolist() == [1.0, 3.0]
    assert "2" in repr(handle) and "5" in repr(handle)


WRITES = {
    "init": lambda module: nn.init.constant_(module.weight, 7.0),
    "copy_": lambda module: write(module, lambda weight: weight.copy_(torch.full_like(weight, 7.0))),
    "kept": lambda module: kept(module),
    "elements": lambda module: write(module, lambda weight: weight.__setitem__(slice(None), 7.0)),
}


@torch.no_grad()
def write(module, act):
    act(module.weight)


@torch.no_grad()
def kept(module):
    weight = module.weight
    module.weight  # noqa: B018  # read in between
    weight.fill_(7.0)
    assert (module.weight == 7).all()


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
@pytest.mark.parametrize("make", LAYERS, ids=["Linear", "Conv2d", "Embedding"])
def test_what_is_written_into_the_whole_parameter_is_honoured(make, write):
    module = make()
    handle = whygrad.enable(module, "weight", rows=[1])
    write(module)
    given = (
        torch.tensor([0, 1]) if isinstance(module, nn.Embedding) else torch.ones(2, 3, *[1] * (module.weight.dim() - 2))
    )
    plain = make()
    nn.init.constant_(plain.weight, 7.0)
    if getattr(module, "bias", None) is not None:
        plain.bias.data.copy_(module.bias.data)
    assert torch.allclose(module(given), plain(given))
    assert (module.state_dict()["weight"] == 7).all()
    assert (handle.parameter == 7).all()
    handle.remove()
    assert (module.weight == 7).all()


def test_what_is_written_is_in_the_state_dict_and_in_what_is_left_when_it_is_undone():
    for look in (lambda m, h: m.state_dict()["weight"], lambda m, h: [h.remove(), m.weight][1]):
        module = nn.Linear(3, 4)
        handle = whygrad.enable(module, "weight", rows=[1])
        nn.init.zeros_(module.weight)
        assert not look(module, handle).any()


def test_training_goes_on_from_what_was_written_and_reading_alone_changes_nothing():
    module = nn.Conv2d(1, 2, 1)
    whygrad.enable(module, "weight", rows=[0])
    optimizer = torch.optim.SGD(module.parameters(), lr=0.5)
    nn.init.ones_(module.weight)
    module(torch.ones(1, 1, 1, 1)).sum().backward()
    optimizer.step()
    assert module.weight.flatten().tolist() == [0.5, 1.0]
    before = module.weight.detach().clone()
    assert torch.equal(copy.deepcopy(module).weight, before)
    assert torch.equal(module.weight, before)


def test_a_whole_parameter_that_was_read_is_not_kept():
    module = nn.Conv2d(64, 64, 3)
    whygrad.enable(module, "weight", rows=[0])
    module(torch.ones(1, 64, 3, 3)).sum().backward()
    gc.collect()
    own = {id(module.enabled_weight._frozen)}
    whole = [t for t in gc.get_objects() if type(t) is torch.Tensor and t.shape == (64, 64, 3, 3) and id(t) not in own]
    assert not whole
