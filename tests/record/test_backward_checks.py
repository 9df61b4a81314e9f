"""A wrong `backward` is found from what the program itself did; nothing of the program's runs once more for that."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

import whygrad
from whygrad.record.watchers.functions import forward_calls, forward_replay

CALLS: list[torch.dtype] = []
KEPT: dict[str, torch.Tensor] = {}


class Checked:
    """What the latest watching has found, and whether it could tell."""

    def __init__(self) -> None:
        checks = whygrad._latest.recorder.watching.functions.backward_checks
        self.wrong = [found(()) for found in checks._found.values()]
        self.was_compared = list(checks._tries.values()) == [0]


def trained(function: Any, *more: Any, size: int = 3, passes: int = 2) -> Checked:
    """What was found while something in front of the Function was trained."""
    with whygrad.watch(keep_bytes=0):
        torch.manual_seed(0)
        layer = nn.Linear(size, size)
        KEPT["table"] = torch.tensor([1.0, 2.0, 3.0])
        for _ in range(passes):
            out = function.apply(layer(torch.randn(4, size)), *more)
            (out * torch.randn(out.shape)).sum().backward()
    return Checked()


class Squared(torch.autograd.Function):
    """Right in `forward` and, by its factor, wrong in `backward`; the classes below compute the same in other ways."""

    factor = 3.0

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return Squared.factor * x * g


def with_forward(forward: Any) -> Any:
    """Two Functions with this `forward` and the derivative of `x * x`, the first with the right factor."""

    class Right(torch.autograd.Function):
        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return 2 * x * g

    class Wrong(torch.autograd.Function):
        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return 3 * x * g

    Right.forward = Wrong.forward = staticmethod(forward)
    return Right, Wrong


def in_place(ctx, x):
    ctx.save_for_backward(x)
    y = torch.exp(x.abs().log())
    y.mul_(y)
    return y


def by_rows(ctx, x):
    ctx.save_for_backward(x)
    out = torch.empty_like(x)
    for i, row in enumerate(x):
        out[i] = row.detach() * row.data
    return out


def of_the_whole_library(ctx, x):
    ctx.save_for_backward(x)
    return torch.einsum("ij,ij->ij", x, nn.functional.leaky_relu(x, negative_slope=1.0))


def with_a_constant(ctx, x):
    ctx.save_for_backward(x)
    return x * x * KEPT["table"] / torch.arange(1, 4) + math.pi * KEPT["table"]


def with_a_branch(ctx, x):
    ctx.save_for_backward(x)
    return x * x if x.sum().isfinite() else x


def in_another_precision(ctx, x):
    ctx.save_for_backward(x)
    return (x.double() * x.to(torch.float64)).float()


def by_waves(ctx, x):
    ctx.save_for_backward(x)
    return torch.fft.irfft(torch.fft.rfft(x), n=3).square()


def into_a_buffer(ctx, x):
    ctx.save_for_backward(x)
    out = torch.empty_like(x)
    torch.mul(x, x, out=out)
    return out


def of_a_written_argument(ctx, x):
    ctx.save_for_backward(x.clone())
    return x.square_()


def that_prints(ctx, x):
    ctx.save_for_backward(x)
    print(f"{x.mean()}", x.shape)
    return x.pow(2)


@pytest.mark.parametrize(
    "forward",
    [
        in_place,
        by_rows,
        of_the_whole_library,
        with_a_constant,
        with_a_branch,
        in_another_precision,
        by_waves,
        into_a_buffer,
        of_a_written_argument,
        that_prints,
    ],
    ids=lambda forward: forward.__name__,
)
def test_a_wrong_backward_is_told_from_a_right_one(forward):
    right, wrong = with_forward(forward)
    checks = trained(right)
    assert checks.was_compared
    assert checks.wrong == []
    (found,) = trained(wrong).wrong
    assert found.returned == pytest.approx(1.5 * found.derivative, rel=1e-3)
    assert (found.argument, found.position) == ("x", 0)


def counted(ctx, x):
    CALLS.append(x.dtype)
    ctx.save_for_backward(x)
    return x * x


def test_forward_and_backward_run_as_often_as_the_program_runs_them():
    CALLS.clear()

    class Counted(torch.autograd.Function):
        forward = staticmethod(counted)

        @staticmethod
        def backward(ctx, g):
            CALLS.append(g.dtype)
            return 3 * ctx.saved_tensors[0] * g

    (found,) = trained(Counted, passes=3).wrong
    assert found.function == "Counted"
    assert [torch.float32] * 6 == CALLS


class Halving(torch.autograd.Function):
    """Would go round for ever in double: the values are moved, and never meet."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        turns = 0
        while not torch.equal(x.half().float() * 0 + turns, torch.full_like(x, 3.0)):
            assert x.dtype == torch.float32
            turns += 1
        return x * turns

    @staticmethod
    def backward(ctx, g):
        return 2 * g


def test_a_loop_that_depends_on_values_runs_once():
    (found,) = trained(Halving).wrong
    assert (found.returned / found.derivative) == pytest.approx(2 / 3, rel=1e-3)


OPERATOR_RAN: list[int] = []


@torch.library.custom_op("whygrad_tests::squared", mutates_args=())
def squared(x: torch.Tensor) -> torch.Tensor:
    OPERATOR_RAN.append(1)
    return x * x


def by_an_operator(ctx, x):
    ctx.save_for_backward(x)
    return squared(x)


def by_numpy(ctx, x):
    ctx.save_for_backward(x)
    return torch.from_numpy(np.square(x.detach().numpy()))


def by_a_number(ctx, x):
    ctx.save_for_backward(x)
    return x * x / x.std().item()


def at_random(ctx, x):
    ctx.save_for_backward(x)
    return x * x + torch.rand_like(x)


def of_a_tensor_made_out_of_sight(ctx, x):
    ctx.save_for_backward(x)
    return torch.from_numpy(np.ones(3, dtype=np.float32)) * x * x


@pytest.mark.parametrize(
    "forward",
    [by_an_operator, by_numpy, by_a_number, at_random, of_a_tensor_made_out_of_sight],
    ids=lambda forward: forward.__name__,
)
def test_what_is_in_no_list_is_not_compared(forward):
    OPERATOR_RAN.clear()
    for function in with_forward(forward):
        checks = trained(function)
        assert checks.wrong == []
        assert not checks.was_compared
    assert len(OPERATOR_RAN) == (4 if forward is by_an_operator else 0)


def rounded_by_a_cast(ctx, x):
    ctx.save_for_backward(x)
    return (x * 10).int().float() / 10


def handed_on(ctx, x):
    ctx.save_for_backward(x)
    return x.clone()


@pytest.mark.parametrize("forward", [rounded_by_a_cast, handed_on], ids=lambda forward: forward.__name__)
def test_another_gradient_that_is_meant_is_not_told(forward):
    for function in with_forward(forward):
        assert trained(function).wrong == []


def test_at_a_kink_nothing_is_told():
    class Folded(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return torch.relu(x)

        @staticmethod
        def backward(ctx, g):
            return g * (ctx.saved_tensors[0] >= 0)

    with whygrad.watch(keep_bytes=0):
        weight = torch.zeros(3, requires_grad=True)
        Folded.apply(weight * 2).sum().backward()
    assert Checked().wrong == []


def test_what_is_large_is_not_copied(monkeypatch):
    monkeypatch.setattr(forward_calls, "MOST_BYTES", 2**10)
    assert trained(Squared, size=3).wrong != []
    checks = trained(Squared, size=30)
    assert checks.wrong == []
    assert not checks.was_compared


def test_what_torch_computes_inside_one_call_is_counted_before_it_is_computed(monkeypatch):
    def similar(ctx, x):
        ctx.save_for_backward(x)
        return x * x + 0 * torch.cosine_similarity(x.T[:, None], x.T[None], dim=-1).mean()

    _, wrong = with_forward(similar)
    assert trained(wrong, size=30).wrong != []
    # The products of all pairs take 29 kB, the result 7 kB.
    monkeypatch.setattr(forward_calls, "MOST_BYTES", 20_000)
    computed: list[int] = []
    monkeypatch.setattr(forward_replay.Replay, "gradients", lambda *_: computed.append(1) or {})
    assert trained(wrong, size=30).wrong == []
    assert computed == []


def test_an_argument_that_was_given_twice_gets_both_gradients():
    class Product(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.save_for_backward(x, y)
            return x * y

        @staticmethod
        def backward(ctx, g):
            x, y = ctx.saved_tensors
            return g * y, g * x

    with whygrad.watch(keep_bytes=0):
        x = torch.randn(5, requires_grad=True)
        Product.apply(x, x).sum().backward()
    checks = Checked()
    assert checks.was_compared
    assert checks.wrong == []


def test_arguments_that_are_written_later_were_copied():
    class Shifted(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x.clone())
            return x * x

        @staticmethod
        def backward(ctx, g):
            return 2 * ctx.saved_tensors[0] * g

    with whygrad.watch(keep_bytes=0):
        weight = torch.randn(5, requires_grad=True)
        h = weight * 1
        out = Shifted.apply(h)
        h.data.zero_()
        out.sum().backward()
    checks = Checked()
    assert checks.was_compared
    assert checks.wrong == []


def test_autograd_counts_the_programs_nodes_alone():
    def numbers() -> list[int]:
        x = torch.randn(5, requires_grad=True)
        found = []
        for _ in range(3):
            out = Squared.apply(x).sum()
            out.backward()
            found.append(out.grad_fn._sequence_nr())
        return [n - found[0] for n in found]

    plain = numbers()
    with whygrad.watch(keep_bytes=0):
        assert numbers() == plain
    assert Checked().wrong


def test_hooks_on_saved_tensors_hear_of_the_programs_tensors_alone():
    def packed() -> int:
        count = []
        with torch.autograd.graph.saved_tensors_hooks(lambda t: count.append(1) or t, lambda t: t):
            for _ in range(3):
                Squared.apply(torch.randn(5, requires_grad=True)).sum().backward()
        return len(count)

    plain = packed()
    with whygrad.watch(keep_bytes=0):
        assert packed() == plain


def clips_a_count(ctx, x):
    ctx.save_for_backward(x)
    count = torch.bincount(torch.arange(len(x))).clamp(min=1)
    return x * x * count[:, None] * int(count.max())


def clips_what_was_written_into_a_view(ctx, x):
    ctx.save_for_backward(x)
    rows = torch.zeros(x.shape)
    rows[:].copy_(x)
    return rows.clamp(min=-100.0) * x


def rounds_a_number_of_its_argument(ctx, x):
    ctx.save_for_backward(x)
    return x * x + 0.0 * torch.full((1,), x.sum().item()).round()


def test_a_step_counts_where_it_depends_on_a_floating_point_argument():
    right, wrong = with_forward(clips_a_count)
    assert not trained(right).wrong
    assert len(trained(wrong).wrong) == 1
    for forward in (clips_what_was_written_into_a_view, rounds_a_number_of_its_argument):
        _, wrong = with_forward(forward)
        assert not trained(wrong).wrong


class Mirrored(torch.autograd.Function):
    """Wrong in one of its two modes."""

    @staticmethod
    def forward(ctx, x, mirrored):
        ctx.save_for_backward(x)
        return -(x * x) if mirrored else x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g, None


def test_each_combination_of_flags_is_compared():
    assert not trained(Mirrored, False).wrong
    with whygrad.watch(keep_bytes=0):
        layer = nn.Linear(3, 3)
        for _ in range(2):
            x = layer(torch.randn(4, 3))
            (Mirrored.apply(x, False) + Mirrored.apply(x, True)).sum().backward()
    assert len(Checked().wrong) == 1
