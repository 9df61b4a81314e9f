"""Under every optimizer, frozen elements stay to the bit, and enabled ones move as if the others were constants."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from drawn import drawn
from elements.enabled_training import (
    CHOICES,
    INPUT,
    ROWS,
    START,
    TARGET,
    bits,
    by_hand,
    frozen,
    linear,
    loss_of,
    of_module,
    of_tensor,
    train,
)
from torch import nn

import whygrad

EVERYWHERE = [{}, {"foreach": True}, {"foreach": False}]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "SGD": [
        *EVERYWHERE,
        {"momentum": 0.9},
        {"momentum": 0.9, "weight_decay": 0.1},
        {"momentum": 0.9, "weight_decay": 0.1, "nesterov": True, "foreach": True},
        {"momentum": 0.9, "weight_decay": 0.1, "nesterov": True, "fused": True},
    ],
    "Adam": [*EVERYWHERE, {"weight_decay": 0.1, "amsgrad": True}, {"weight_decay": 0.1, "fused": True}],
    "AdamW": [*EVERYWHERE, {"amsgrad": True}, {"weight_decay": 0.1, "fused": True}],
    "RMSprop": [*EVERYWHERE, {"momentum": 0.9, "centered": True, "weight_decay": 0.1}],
    "Adagrad": [*EVERYWHERE, {"weight_decay": 0.1, "lr_decay": 0.1}, {"weight_decay": 0.1, "fused": True}],
    "Adadelta": [*EVERYWHERE, {"weight_decay": 0.1}],
    "NAdam": [*EVERYWHERE, {"weight_decay": 0.1}, {"weight_decay": 0.1, "decoupled_weight_decay": True}],
    "RAdam": [*EVERYWHERE, {"weight_decay": 0.1}, {"weight_decay": 0.1, "decoupled_weight_decay": True}],
    "Adamax": [{"weight_decay": 0.1}],
    "ASGD": [{"weight_decay": 0.1}],
    "Rprop": [{}],
    "LBFGS": [{"max_iter": 5}, {"max_iter": 5, "line_search_fn": "strong_wolfe"}],
    "Muon": [{"weight_decay": 0.1}, {"momentum": 0.5, "nesterov": False}],
    "Adafactor": [{"weight_decay": 0.1}],
}
# Of every optimizer some, or all (see `drawn.py`).
CASES = [
    pytest.param(name, options, choice, id=f"{name}-{'-'.join(map(str, options)) or 'plain'}-{choice}")
    for name, variants in OPTIONS.items()
    for options, choice in drawn(product(variants, CHOICES), 3)
    # Muon takes matrices only, and some elements are none; older releases of torch have neither of the last two.
    if hasattr(torch.optim, name) and (name, choice) != ("Muon", "elements")
]


def builder(name: str, options: dict[str, Any]):
    return lambda parameters: getattr(torch.optim, name)(parameters, lr=0.05, **options)


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("kind", [of_tensor, of_module])
@pytest.mark.parametrize(("name", "options", "choice"), CASES)
def test_frozen_elements_stay_and_enabled_ones_train_as_beside_constants(name, options, choice, kind, before):
    trained = kind(choice, builder(name, options), before)
    stay = frozen(choice)
    assert torch.equal(bits(trained)[stay], bits(START)[stay])
    assert not (trained[~stay] == START[~stay]).any()
    torch.testing.assert_close(trained, by_hand(choice, builder(name, options)), rtol=1e-5, atol=1e-6)


def test_the_comparison_sees_what_a_masked_gradient_lets_through():
    """The test above can fail: zeroed gradients alone do not keep AdamW from moving the rest."""
    tensor = START.clone().requires_grad_()
    tensor.register_hook(lambda gradient: gradient * ~frozen("rows"))
    train(torch.optim.AdamW([tensor], lr=0.05), lambda: loss_of(tensor))
    assert not torch.equal(bits(tensor)[frozen("rows")], bits(START)[frozen("rows")])


@pytest.mark.parametrize("name", ["SGD", "Adam", "RMSprop"])
@pytest.mark.parametrize("of_a_module", [True, False])
def test_momentum_from_before_goes_on_for_the_enabled_elements_and_ends_for_the_others(name, of_a_module):
    def separate_loss(weight):  # no element's gradient depends on another element
        return ((weight - 3) ** 2).sum()

    options = {"lr": 0.05, "weight_decay": 0.1, **({"momentum": 0.9} if name != "Adam" else {})}
    plain = linear()
    plain_optimizer = getattr(torch.optim, name)(plain.parameters(), **options)
    train(plain_optimizer, lambda: separate_loss(plain.weight), steps=8)

    module = linear()
    optimizer = getattr(torch.optim, name)(module.parameters(), **options)
    train(optimizer, lambda: separate_loss(module.weight), steps=5)
    at_five = bits(module.weight)
    target = (module, "weight") if of_a_module else (module.weight,)
    whygrad.enable(*target, ROWS)
    train(optimizer, lambda: separate_loss(module.weight), steps=3)

    assert torch.equal(bits(module.weight)[frozen("rows")], at_five[frozen("rows")])
    assert torch.equal(module.weight[ROWS], plain.weight[ROWS])


@pytest.mark.parametrize("name", ["SGD", "Adam", "Adagrad", "Rprop", "LBFGS"])
@pytest.mark.parametrize("of_a_module", [True, False])
def test_after_undoing_the_same_optimizer_trains_all_elements(name, of_a_module):
    module = linear()
    options = {"momentum": 0.9} if name == "SGD" else {}
    optimizer = getattr(torch.optim, name)(module.parameters(), lr=0.05, **options)
    target = (module, "weight") if of_a_module else (module.weight,)
    handle = whygrad.enable(*target, ROWS)
    train(optimizer, lambda: loss_of(module.weight), steps=3)
    handle.remove()
    assert type(module.weight) is nn.Parameter and module.weight.requires_grad
    assert optimizer.param_groups[0]["params"][0] is module.weight
    at_three = module.weight.detach().clone()
    train(optimizer, lambda: loss_of(module.weight), steps=3)
    assert not (module.weight == at_three).any()


@pytest.mark.parametrize("of_a_module", [True, False])
def test_an_optimizer_built_from_an_old_list_of_parameters_follows(of_a_module):
    module = linear()
    old = list(module.parameters())
    whygrad.enable(*((module, "weight") if of_a_module else (module.weight,)), ROWS)
    train(torch.optim.AdamW(old, lr=0.05), lambda: loss_of(module.weight), steps=3)
    assert torch.equal(bits(module.weight)[frozen("rows")], bits(START)[frozen("rows")])
    assert not (module.weight[ROWS] == START[ROWS]).any()


@pytest.mark.parametrize("kind", ["tensor", "module"])
def test_clipping_scaling_and_schedulers_work_as_beside_constants(kind):
    def run(parameters, weight, optimizer):
        scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
        scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
        norms = []
        for _ in range(20):
            optimizer.zero_grad()
            scaler.scale(loss_of(weight())).backward()
            scaler.unscale_(optimizer)
            norms.append(nn.utils.clip_grad_norm_(parameters, 0.05).item())
            scaler.step(optimizer)
            scaler.update()
            scheduler.step()
        return norms

    part = START[ROWS].clone().requires_grad_()
    expected_norms = run(
        [part],
        lambda: START.index_put((torch.tensor(ROWS),), part),
        torch.optim.AdamW([part], lr=0.05),
    )
    module = linear()
    optimizer = torch.optim.AdamW(module.parameters(), lr=0.05)
    whygrad.enable(*((module, "weight") if kind == "module" else (module.weight,)), ROWS)
    norms = run(list(module.parameters()), lambda: module.weight, optimizer)
    torch.testing.assert_close(norms, expected_norms)
    torch.testing.assert_close(module.weight[ROWS], part)
    assert torch.equal(bits(module.weight)[frozen("rows")], bits(START)[frozen("rows")])


def test_optimizer_state_and_gradient_follow_the_enabled_rows():
    def bytes_of_state(optimizer):
        return sum(v.nbytes for state in optimizer.state.values() for v in state.values() if torch.is_tensor(v))

    def step(embedding, optimizer):
        embedding(torch.tensor([[1, 2, 3]])).sum().backward()
        gradients = sum(p.grad.nbytes for p in embedding.parameters())
        optimizer.step()
        return bytes_of_state(optimizer), gradients

    plain = nn.Embedding(50_000, 96)
    plain_state, plain_gradient = step(plain, torch.optim.Adam(plain.parameters()))
    embedding = nn.Embedding(50_000, 96)
    optimizer = torch.optim.Adam(embedding.parameters())
    whygrad.enable(embedding, "weight", rows=range(10))
    state, gradient = step(embedding, optimizer)
    assert state < 0.01 * plain_state
    assert gradient < 0.01 * plain_gradient

    # Where the optimizer has a state already, it shrinks.
    optimizer = torch.optim.Adam(plain.parameters())
    step(plain, optimizer)
    whygrad.enable(plain, "weight", rows=range(10))
    assert bytes_of_state(optimizer) < 0.01 * plain_state


def test_an_optimizer_is_saved_and_loaded_with_its_small_state():
    module = linear()
    whygrad.enable(module, "weight", rows=ROWS)
    optimizer = torch.optim.Adam(module.parameters())
    train(optimizer, lambda: F.mse_loss(module(INPUT), TARGET), steps=2)
    other = torch.optim.Adam(module.parameters())
    other.load_state_dict(optimizer.state_dict())
    assert other.state[module.enabled_weight.weight]["exp_avg"].shape == (2, 5)

    tensor = START.clone()
    whygrad.enable(tensor, ROWS)
    optimizer = torch.optim.Adam([tensor])
    train(optimizer, lambda: loss_of(tensor), steps=2)
    assert optimizer.state_dict()["state"][0]["exp_avg"].shape == (2, 5)
    other = torch.optim.Adam([tensor])
    other.load_state_dict(optimizer.state_dict())
    train(other, lambda: loss_of(tensor), steps=1)


def test_a_step_that_fails_leaves_the_optimizer_with_the_tensor():
    tensor = START.clone()
    whygrad.enable(tensor, ROWS)
    optimizer = torch.optim.SGD([tensor], lr=0.1)

    def closure():
        raise KeyError("in the closure")

    with pytest.raises(KeyError):
        optimizer.step(closure)
    assert optimizer.param_groups[0]["params"][0] is tensor
    train(optimizer, lambda: loss_of(tensor), steps=1)
    assert optimizer.param_groups[0]["params"][0] is tensor
