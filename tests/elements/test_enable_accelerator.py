"""What runs only on an accelerator: capturable and fused steps, scaling, moving between devices."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import whygrad

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs an accelerator")
ROWS = [1, 3]
CAPTURABLE = ["Adam", "AdamW", "RMSprop", "Adadelta", "NAdam", "RAdam", "Adamax", "ASGD", "Rprop"]
OPTIONS = [(name, {"capturable": True}) for name in CAPTURABLE]
OPTIONS += [(name, {"fused": True}) for name in ("SGD", "Adam", "AdamW")]


def train(model: nn.Module, weight: torch.Tensor | None, name: str, options: dict, early: bool):
    """Six steps on the accelerator, with a scaler that some optimizers hand on into their step."""
    torch.manual_seed(0)
    input, target = torch.randn(8, 5, device="cuda"), torch.randn(8, 4, device="cuda")
    parameters = [weight] if weight is not None else list(model.parameters())
    optimizer = getattr(torch.optim, name)(parameters, lr=0.05, **options) if early else None
    whygrad.enable(*((model, "weight") if weight is None else (weight,)), ROWS)
    parameters = [weight] if weight is not None else list(model.parameters())
    optimizer = optimizer or getattr(torch.optim, name)(parameters, lr=0.05, **options)
    scaler = torch.amp.GradScaler("cuda", init_scale=256.0)
    for _ in range(6):
        optimizer.zero_grad()
        result = model(input) if weight is None else F.linear(input, weight)
        scaler.scale(F.mse_loss(result, target)).backward()
        scaler.step(optimizer)
        scaler.update()


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("of_a_module", [True, False])
@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_frozen_rows_stay_to_the_bit(name, options, of_a_module, early):
    model = nn.Linear(5, 4, bias=False, device="cuda")
    start = model.weight.detach().clone()
    weight = None if of_a_module else model.weight.detach().clone()
    train(model, weight, name, options, early)
    trained = model.weight if weight is None else weight
    assert (trained != start).any(dim=1).nonzero().flatten().tolist() == ROWS


def test_it_moves_between_devices_with_its_model_and_goes_on():
    model = nn.Embedding(20, 6)
    start = model.weight.detach().clone()
    whygrad.enable(model, "weight", rows=ROWS)
    model.cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.05)
    model(torch.tensor([1, 2, 3], device="cuda")).pow(2).sum().backward()
    optimizer.step()
    model.cpu()
    assert (model.weight != start).any(dim=1).nonzero().flatten().tolist() == ROWS


def test_a_lookup_builds_no_gradient_of_the_size_of_the_whole():
    model = nn.Embedding(50_000, 768, device="cuda")
    whygrad.enable(model, "weight", rows=range(10))
    words = torch.arange(256, device="cuda")
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    model(words).sum().backward()
    assert torch.cuda.max_memory_allocated() - before < 0.05 * 50_000 * 768 * 4


def test_deterministic_algorithms_are_enough():
    torch.use_deterministic_algorithms(True)
    try:
        model = nn.Conv1d(3, 4, 2, device="cuda")
        whygrad.enable(model, "weight", elements=(0, 1, 1))
        x = torch.ones(3, device="cuda")
        whygrad.enable(x, 0)
        assert model.weight.sum().backward() is None and (x * 2).sum().backward() is None
    finally:
        torch.use_deterministic_algorithms(False)
    assert model.enabled_weight.weight.grad.tolist() == [1.0]
