"""What is read from watched memory agrees with autograd, where autograd has an answer."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

import whygrad

torch.manual_seed(0)
CONV = nn.Conv2d(2, 3, 3).double()
LSTM = nn.LSTM(4, 5, num_layers=2, dropout=0.3, batch_first=True).double()
ENCODER = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.2, batch_first=True).double()
ATTENTION = nn.MultiheadAttention(8, 2, dropout=0.1, batch_first=True).double()
EMBEDDING = nn.Embedding(7, 3).double()
NORM = nn.LayerNorm(6).double()


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, by, label):
        ctx.by = by
        return x * by, x + 1

    @staticmethod
    def backward(ctx, first, second):
        return first * ctx.by + second, None, None


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


def written(x: torch.Tensor) -> torch.Tensor:
    y = x * 1
    y[:, 0] = y[:, 1] * 2
    y[0] += x[1]
    y.t()[1].mul_(x[:, 0])
    y[y > 0] *= 3
    return y


PROGRAMS = {
    "arithmetic": ((4, 6), lambda x: (x.sin() * x.exp() - x / (x**2 + 1)).sum(1).cumsum(0)),
    "matmul": ((4, 6), lambda x: x @ x.t() + torch.einsum("ij,kj->ik", x, x)),
    "norm": ((4, 6), lambda x: NORM(x).softmax(-1).log()),
    "convolution": ((1, 2, 6, 6), lambda x: F.max_pool2d(F.relu(CONV(x), inplace=True), 2)),
    "batch norm": ((4, 6), lambda x: F.batch_norm(x, torch.zeros(6).double(), torch.ones(6).double(), training=True)),
    "lstm": ((2, 3, 4), lambda x: LSTM(x)[0]),
    "transformer": ((2, 3, 8), lambda x: ENCODER(x)),
    "attention": ((2, 3, 8), lambda x: ATTENTION(x, x, x)[0]),
    "dropout": ((4, 6), lambda x: F.dropout(x, 0.5) * F.dropout(x, 0.5, True, False)),
    "dropout in place": ((4, 6), lambda x: F.dropout(x * 1, 0.5, True, True)),
    "embedding": ((7, 3), lambda x: F.embedding(torch.tensor([1, 1, 4]), x)),
    "cat and stack": ((4, 6), lambda x: torch.cat([x[:2], torch.stack([x[0], x[3]])]) * x.flip(0)),
    "split": ((4, 6), lambda x: x.split(3, 1)[0] * x.chunk(2, 1)[1] + torch.unbind(x)[1][:3]),
    "where and sort": ((4, 6), lambda x: torch.where(x > 0, x, x * 2).sort(1).values.topk(2).values),
    "expand": ((1, 6), lambda x: x.expand(3, 6) * torch.arange(3.0).double()[:, None]),
    "unfold": ((12,), lambda x: x.unfold(0, 4, 2).sin()),
    "as_strided": ((12,), lambda x: x.as_strided((3, 4), (2, 1)) ** 2),
    "written": ((4, 6), written),
    "function": ((4, 6), lambda x: Scaled.apply(x, 3.0, "label")[0] * Scaled.apply(x, 2.0, "other")[1]),
    "dirty function": ((4, 6), lambda x: Doubled.apply(x * 3).sin()),
    "checkpoint": ((4, 6), lambda x: checkpoint(lambda v: (v.sin() * v).cumsum(0), x, use_reentrant=False)),
    "linalg": ((4, 4), lambda x: torch.linalg.inv(x @ x.t() + 4 * torch.eye(4).double())),
    "complex": ((6,), lambda x: torch.fft.fft(x).abs()),
    "loss": ((4, 6), lambda x: F.cross_entropy(x, torch.tensor([0, 1, 2, 3])).reshape(1)),
    "in a loop": ((6,), lambda x: sum((x * k).tanh() for k in range(5))),
    "list of tensors": ((6,), lambda x: torch.stack([v * x[0] for v in x])),
    "index with a tensor": ((4, 6), lambda x: x[torch.tensor([0, 2]), torch.tensor([1, 5])] * x[:, None, 0].sum()),
    "scatter": ((6,), lambda x: torch.zeros(3).double().scatter_add(0, torch.tensor([0, 1, 2, 0, 1, 2]), x) * x[:3]),
    "float": ((6,), lambda x: x.float().double() * x.to(torch.float32).sum().double()),
    "properties": ((4, 6), lambda x: x.T @ x + x.mT.matmul(x)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_tape_agrees_with_autograd(name):
    shape, program = PROGRAMS[name]
    torch.manual_seed(1)
    x = torch.randn(shape, dtype=torch.float64, requires_grad=True)
    with whygrad.watch():
        h = x * 1
        out = program(h)
        total = (out * torch.linspace(0.5, 1.5, out.numel()).double().reshape(out.shape)).sum() + 0 * x.detach().sum()
    expected = torch.autograd.grad(total, x, retain_graph=True)[0]
    rng = torch.get_rng_state()
    found = whygrad.grad(total, x, through=["detached-tensor"])  # `through` reads from the tape
    assert torch.allclose(found, expected, rtol=1e-9, atol=1e-12)
    assert torch.equal(rng, torch.get_rng_state())
    few = out.flatten()[-3:]
    rows = whygrad.grad(few, x)
    assert torch.allclose(rows[-1], torch.autograd.grad(few[-1], x, retain_graph=True)[0])


def test_a_long_loop_that_fills_a_tensor_is_read_in_time():
    with whygrad.watch():
        x = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
        y = torch.zeros(600, dtype=torch.float64)
        y[0] = x
        for i in range(1, 600):
            y[i] = y[i - 1] * 0.99 + y[i - 1].sin() * 0.01
    found = whygrad.grad(y[599], y[0]).item()
    step = 1e-6
    values = []
    for start in (0.5 + step, 0.5 - step):
        v = torch.tensor(start, dtype=torch.float64)
        for _ in range(1, 600):
            v = v * 0.99 + v.sin() * 0.01
        values.append(v.item())
    assert found == pytest.approx((values[0] - values[1]) / (2 * step), rel=1e-6)


def test_threads_record_into_the_same_memory():
    import threading

    with whygrad.watch():
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        y = torch.zeros(2)
        y[0] = x[0]

        def work():
            y[1] = y[0] * x[1]

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert whygrad.grad(y[1], y[0]).item() == 2


def test_an_error_of_a_call_that_is_run_again_names_the_line():
    counted = []

    class Moody(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            counted.append(1)
            if len(counted) > 1:
                raise RuntimeError("not twice")
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    with whygrad.watch():
        x = torch.ones(1, requires_grad=True)
        y = Moody.apply(x)
    with pytest.raises(ValueError, match=r"`Moody.apply` at test_read_tape.py:\d+ could not be run again: not twice"):
        whygrad.grad(y, x, through="detached-tensor")


def test_in_watched_memory_few_columns_cost_one_walk_back(monkeypatch):
    from whygrad.elements import read

    walks = []
    run = read.Sweep.run
    monkeypatch.setattr(read.Sweep, "run", lambda sweep: (walks.append(sweep.rows), run(sweep))[1])
    with whygrad.watch():
        x = torch.linspace(-1, 1, 50, dtype=torch.float64, requires_grad=True)
        y = torch.zeros(50, dtype=torch.float64)
        y[:] = x.sin()
        y[1:] += y[:-1].clone() * x[0]
        y *= y
    few = whygrad.grad(y, x[[0, 3]])
    assert walks == [1]
    assert torch.allclose(few, whygrad.grad(y, x)[:, [0, 3]])
    assert walks == [1, 50]
    assert torch.allclose(few, torch.autograd.functional.jacobian(lambda v: _again(v), x)[:, [0, 3]])


def _again(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    return torch.cat([y[:1], y[1:] + y[:-1] * x[0]]) ** 2


def trained(watch: bool) -> tuple[list[float], list[torch.Tensor], torch.Tensor]:
    """Six steps of a network with everything that writes in place or draws numbers."""
    torch.manual_seed(0)
    with whygrad.watch() if watch else nullcontext():
        model = nn.Sequential(
            nn.Linear(8, 8), nn.BatchNorm1d(8), nn.ReLU(inplace=True), nn.Dropout(0.3), nn.Linear(8, 4)
        )
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        average = torch.zeros(())
        losses = []
        for _ in range(6):
            loss = F.cross_entropy(model(torch.randn(16, 8)), torch.randint(4, (16,)))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            average.mul_(0.9)
            losses.append(loss.item())
        drawn = torch.rand(3)
    return losses, [p.detach().clone() for p in model.parameters()], drawn


def test_training_is_the_same_to_the_bit_while_values_are_kept():
    plain, watched = trained(False), trained(True)
    assert plain[0] == watched[0]
    assert all(torch.equal(a, b) for a, b in zip(plain[1], watched[1], strict=True))
    assert torch.equal(plain[2], watched[2])
