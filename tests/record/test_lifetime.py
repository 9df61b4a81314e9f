"""The recorder keeps nothing alive, and leaves nothing behind."""

from __future__ import annotations

import contextlib
import gc
import importlib
import sys
import warnings
import weakref

import pytest
import torch
from torch.optim import optimizer as optimizer_module

import whygrad
from whygrad.record import hotpath
from whygrad.record.live import origin as origins
from whygrad.record.live.origin import Origin


def living_origins() -> int:
    """How many there are, with what earlier tests left in cycles collected."""
    gc.collect()
    return sum(type(o) is Origin for o in gc.get_objects())


def recorder():
    return whygrad._latest.recorder


def is_gone(ref: weakref.ref) -> bool:
    """What belongs to the dead is let go of in C at once, in Python when the table is next used."""
    recorder().origins.living()
    return ref() is None


def test_a_tensors_death_frees_its_origin():
    with whygrad.watch():
        x = torch.randn(3, requires_grad=True)
        y = x * 2
        gone = weakref.ref(recorder().origins.get(y))
        assert gone() is not None
        del y
        assert is_gone(gone)


def test_an_origin_lives_while_something_computed_from_it_does():
    with whygrad.watch():
        x = torch.randn(3, requires_grad=True)
        y = x * 2
        kept = weakref.ref(recorder().origins.get(y))
        z = y + 1
        del y
        assert kept() is not None
        del z
        assert is_gone(kept)


def test_no_tensor_is_kept_alive():
    with whygrad.watch():
        x = torch.randn(3, requires_grad=True)
        y = (x * 2).detach()
        z = y.sum()
        z.item()
        gone = [weakref.ref(t) for t in (x, y, z)]
        del x, y, z
        assert [ref() for ref in gone] == [None, None, None]


def run_steps(steps: int) -> list[torch.Tensor]:
    """A training loop with everything that carries values from one step to the next."""
    model = torch.nn.Linear(4, 4)
    average = [p.detach().clone() for p in model.parameters()]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    smooth = torch.zeros(())
    history = []
    for _ in range(steps):
        loss = model(torch.ones(2, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for old, new in zip(average, model.parameters(), strict=True):
                old.mul_(0.9).add_(new, alpha=0.1)
        smooth = 0.9 * smooth + 0.1 * loss.detach()
        if loss.item() > 1e9:
            history.append(smooth)
    return [smooth, *average]


def test_thousands_of_steps_with_averages_leave_no_growth(monkeypatch):
    monkeypatch.setattr(origins, "LIMIT", 400)
    with whygrad.watch():
        kept = run_steps(1_000)
        first = living_origins()
        del kept
        kept = run_steps(2_000)
        assert living_origins() < first + 400  # one Origin left by every fifth step would be too many
        assert kept


def test_a_list_of_logged_losses_does_not_hold_the_graphs_behind_them(monkeypatch):
    monkeypatch.setattr(origins, "LIMIT", 1_000)
    with whygrad.watch():
        w = torch.randn(3, requires_grad=True)
        logged = []
        for _ in range(2_000):
            h = w
            for _ in range(10):
                h = torch.tanh(h)
            logged.append(h.sum().detach())
        # One Origin for each logged value and its cut, the parameter, and what is still young.
        assert living_origins() < 2 * len(logged) + 2_000


def test_a_long_simulation_without_gradients_does_not_grow(monkeypatch):
    monkeypatch.setattr(origins, "LIMIT", 1_000)
    with whygrad.watch():
        state = torch.ones(3)
        for _ in range(5_000):
            state = torch.sin(state) + 0.1
        assert living_origins() < 4_000  # what earlier tests left included


def test_a_deep_chain_is_freed_without_exhausting_the_stack():
    with whygrad.watch():
        h = torch.ones(1, requires_grad=True)
        for _ in range(50_000):
            h = h + 1
        del h


def patched_things():
    import traceback

    return {
        "from_numpy": id(torch.from_numpy),  # what stands for it is equal to it
        "getframe": id(sys._getframe),
        "parameter": torch.nn.Parameter.__dict__["__new__"],
        "apply": torch.autograd.Function.__dict__["apply"],
        "mark": torch.autograd.function.FunctionCtx.__dict__["mark_non_differentiable"],
        "enter": torch.inference_mode.__dict__["__enter__"],
        "exit": torch.inference_mode.__dict__["__exit__"],
        "engine": torch.autograd._engine_run_backward,
        "freeze": torch.jit.freeze,
        "script call": torch.jit.ScriptModule.__dict__.get("__call__"),
        "optimizer": torch.optim.Optimizer.__dict__["__init__"],
        "swap": torch.utils.swap_tensors,
        "traceback": traceback.walk_tb,
        "warnings": warnings._showwarnmsg,
        "hooks": (
            len(optimizer_module._global_optimizer_pre_hooks),
            len(optimizer_module._global_optimizer_post_hooks),
        ),
        "modes": torch._C._len_torch_function_stack(),
        "finders": len(sys.meta_path),
    }


@pytest.mark.parametrize("ending", [None, ValueError, KeyboardInterrupt])
def test_no_mode_hook_or_patch_outlives_watch(ending):
    for name in ("torch._dynamo.eval_frame", "torch.distributed.fsdp._fully_shard", "torch.distributed.fsdp"):
        importlib.import_module(name)  # or we wait for it
    before = patched_things()
    try:
        with whygrad.watch():
            during = patched_things()
            if ending:
                raise ending
    except (ValueError, KeyboardInterrupt):
        pass
    assert patched_things() == before
    unchanged = {name for name in before if before[name] == during[name]}
    assert unchanged <= {"finders"}  # which may wait for what this torch does not have


def test_the_recorder_steps_aside_while_an_optimizer_steps_and_comes_back():
    seen = []

    class Watching(torch.optim.SGD):
        def step(self, closure=None):
            return super().step(closure)

    with whygrad.watch():
        w = torch.nn.Parameter(torch.ones(2))
        optimizer = Watching([w], lr=0.1)
        w.sum().backward()
        known = len(recorder().origins.refs())
        optimizer.step()
        assert len(recorder().origins.refs()) == known
        y = w * 2
        seen.append(recorder().origins.get(y))
    assert seen[0] is not None


@pytest.mark.parametrize("nested", [False, True])
def test_after_a_step_that_raised_recording_goes_on_at_once(nested):
    class Failing(torch.optim.SGD):
        def step(self, closure=None):
            raise ValueError("no step")

    class Outer(torch.optim.SGD):
        def step(self, closure=None):
            with contextlib.suppress(ValueError):
                inner.step()
            seen.append(recorder().origins.get(w.detach().exp()))
            raise ValueError("no step")

    seen: list[object] = []
    with whygrad.watch():
        w = torch.nn.Parameter(torch.ones(2))
        inner = Failing([w], lr=0.1)
        optimizer = Outer([w], lr=0.1) if nested else inner
        with pytest.raises(ValueError, match="no step"):
            optimizer.step()
        assert recorder().origins.get(w * 2) is not None
    assert seen == ([None] if nested else [])  # the outer one still stepped


class Failing(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.abs()

    @staticmethod
    def backward(ctx, gradient):
        raise ValueError("not today")


def test_a_pass_that_fails_in_a_function_keeps_its_graph_no_longer_than_the_program_does():
    x = torch.ones(3, requires_grad=True)
    with whygrad.watch(keep_bytes=0):
        plain = sys.getrefcount(x)
        with contextlib.suppress(ValueError):
            Failing.apply(x).sum().backward()
        assert sys.getrefcount(x) == plain


def test_a_pass_through_a_loss_whose_graph_is_freed_is_recorded_to_its_failure():
    scores, labels = torch.randn(2, 3, requires_grad=True), torch.tensor([0, 1])
    with whygrad.watch(keep_bytes=0) as session:
        loss = torch.nn.functional.cross_entropy(scores, labels)
        loss.backward()
        with pytest.raises(RuntimeError, match="second time"):
            (loss * 2).backward()
        assert session.broken is None


def test_copies_that_are_kept_are_not_among_the_objects_of_the_program():
    with whygrad.watch():
        x = torch.ones(3, 5, 7)
        kept = x * 2
        x.zero_()  # what the product read is copied before
        gc.collect()
        shown = [o for o in gc.get_objects() if type(o) is torch.Tensor and o.shape == (3, 5, 7)]
    assert {id(o) for o in shown} == {id(x), id(kept)}


@pytest.mark.parametrize("in_c", [True, False])
def test_zeros_that_stand_for_values_are_not_among_the_objects_of_the_program(in_c, monkeypatch):
    if not in_c:
        monkeypatch.setattr(hotpath, "compiled", None)

    def numbers() -> set[int]:
        gc.collect()
        return {id(o) for o in gc.get_objects() if type(o) is torch.Tensor and o.shape in ((), (3, 5, 11))}

    with whygrad.watch():
        x = torch.ones(3, 5, 11)
        before = numbers()
        x.add_(1.0)
        x.index_fill_(1, torch.tensor([2]), 3.0)
        x[torch.tensor([True, False, True])] = 2.0
        x.zero_()
        assert numbers() == before
