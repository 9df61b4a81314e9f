"""Hooks of the program's are its own: their ids, their dictionaries and what lies in them are those of a plain run."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest
import torch
from drawn import drawn
from torch import nn
from torch.autograd.graph import register_multi_grad_hook, saved_tensors_hooks
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook
from torch.utils.hooks import RemovableHandle

import whygrad
from whygrad.session import Session

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from transparent.recording import run_recorded

STEPS = 10  # of which the first eight are inspected


def train_a_step(w):
    optimizer = torch.optim.SGD([w], lr=0.1)
    (w * 2).exp().sum().backward()
    optimizer.step()
    optimizer.zero_grad()


def hook(*_):
    return None


class Callable:
    def __call__(self, *_):
        return None


def of_tensors(w, register):
    h = w * 2
    found = []
    for tensor in (w, h):
        for each in (hook, Callable(), lambda g: None):
            handle = register(tensor, each)
            hooks = handle.hooks_dict_ref()
            found.append((handle.id, len(hooks), hooks[handle.id] is each, list(hooks) == sorted(hooks)))
        handle.remove()
        found.append(len(hooks))
    h.sum().backward()
    return found, [len(t._backward_hooks) for t in (w, h)]


def tensor_hooks(w):
    return of_tensors(w, lambda tensor, each: tensor.register_hook(each))


def tensor_hooks_by_keyword(w):
    return of_tensors(w, lambda tensor, each: torch.Tensor.register_hook(hook=each, self=tensor))


def hooks_after_the_gradient_was_collected(w):
    handle = w.register_post_accumulate_grad_hook(hook)
    w.sum().backward()
    hooks = w._post_accumulate_grad_hooks
    return handle.id, len(hooks), hooks[handle.id] is hook


def node_hooks(w):
    found = []
    for node in ((w * 2).grad_fn, (w * 2).exp().sum().grad_fn):
        for register in (node.register_hook, node.register_prehook):
            first, second = register(hook), register(print)
            hooks = first.hooks_dict_ref()
            found.append((first.id, second.id, len(hooks), hooks[first.id] is hook, hooks[second.id] is print))
            first.remove()
            found.append(len(hooks))
    return found


def module_hooks(w):
    module, found = nn.Linear(2, 2), []
    for name in (
        "register_forward_hook",
        "register_forward_pre_hook",
        "register_full_backward_hook",
        "register_full_backward_pre_hook",
        "register_state_dict_post_hook",
        "register_state_dict_pre_hook",
        "register_load_state_dict_post_hook",
        "register_load_state_dict_pre_hook",
    ):
        if not hasattr(module, name):  # in an older torch
            continue
        handle = getattr(module, name)(hook)
        hooks = handle.hooks_dict_ref()
        found.append((name, handle.id, len(hooks), hooks[handle.id] is hook))
    module(torch.ones(1, 2, requires_grad=True)).sum().backward()
    old = nn.Linear(2, 2)
    handle = old.register_backward_hook(hook)
    return found, handle.id, old._backward_hooks[handle.id] is hook


def optimizer_hooks(w):
    optimizer = torch.optim.SGD([w], lr=0.1)
    names = ("register_step_pre_hook", "register_step_post_hook", "register_state_dict_pre_hook")
    handles = [getattr(optimizer, name)(hook) for name in names]
    optimizer.step()
    return [(h.id, len(h.hooks_dict_ref()), h.hooks_dict_ref()[h.id] is hook) for h in handles]


def hooks_of_all_optimizers(w):
    handles = [register_optimizer_step_pre_hook(hook), register_optimizer_step_post_hook(hook)]
    found = [(h.id, h.hooks_dict_ref()[h.id] is hook) for h in handles]
    for handle in handles:
        handle.remove()
    return found


def multi_grad_hooks(w):
    h = w * 2
    handle = register_multi_grad_hook([w, h], hook)
    one = register_multi_grad_hook([w, h], hook, mode="any")
    h.sum().backward()
    return [x.id for x in (*handle.handles, *one.handles)], len(w._backward_hooks), len(h._backward_hooks)


def saved_value_hooks(w):
    packed = []
    with saved_tensors_hooks(lambda t: packed.append(1) or t, lambda t: packed.append(2) or t):
        (w * w).exp().sum().backward()
    return packed, w.register_hook(hook).id


def saved_value_hooks_of_a_ctc_loss(w):
    unpacked = []
    with saved_tensors_hooks(lambda t: t, lambda t: unpacked.append(1) or t):
        scores = (w.sum() * torch.ones(6, 1, 3)).log_softmax(2)
        loss = nn.functional.ctc_loss(scores, torch.ones(1, 2, dtype=torch.long), (6,), (2,))
    loss.backward()
    return unpacked


def hooks_of_custom_functions(w):
    class Doubled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, gradient):
            return None

    out = Doubled.apply(w)
    handle, other = out.grad_fn.register_hook(hook), out.register_hook(hook)
    out.sum().backward()
    return handle.id, handle.hooks_dict_ref()[handle.id] is hook, other.id, out._backward_hooks[other.id] is hook


KINDS = [
    tensor_hooks,
    tensor_hooks_by_keyword,
    hooks_after_the_gradient_was_collected,
    node_hooks,
    module_hooks,
    optimizer_hooks,
    hooks_of_all_optimizers,
    multi_grad_hooks,
    saved_value_hooks,
    saved_value_hooks_of_a_ctc_loss,
    hooks_of_custom_functions,
]


def over_a_training(kind):
    """What the hooks of a kind are at each step, counted from the same number."""
    before, RemovableHandle.next_id = RemovableHandle.next_id, 0
    try:
        found = []
        for _ in range(STEPS):
            w = torch.ones(2, requires_grad=True)
            train_a_step(w)
            found.append((kind(w), RemovableHandle.next_id))
        return found
    finally:
        RemovableHandle.next_id = max(before, RemovableHandle.next_id)


@pytest.mark.parametrize("way", drawn(["run", "watch"], 2))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_hooks_are_numbered_and_kept_as_without_us(kind, way):
    assert run_recorded(way, lambda: over_a_training(kind)) == over_a_training(kind)


def test_starting_to_record_takes_no_number():
    before = RemovableHandle.next_id
    with whygrad.watch():
        assert torch.ones(2, requires_grad=True).register_hook(hook).id == before


def test_hooks_of_several_threads_get_numbers_of_their_own_while_a_pass_is_inspected():
    ids: list[int] = []

    def register():
        ids.extend(torch.ones(1, requires_grad=True).register_hook(hook).id for _ in range(300))

    with whygrad.watch(keep_bytes=0):
        threads = [threading.Thread(target=register) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(STEPS):
            train_a_step(torch.ones(2, requires_grad=True))
        for thread in threads:
            thread.join()
    assert len(set(ids)) == len(ids)
    assert min(ids) >= 0


def test_a_hook_of_a_global_dictionary_is_gone_after_recording():
    from torch.nn.modules.module import _global_module_registration_hooks
    from torch.optim.optimizer import _global_optimizer_post_hooks, _global_optimizer_pre_hooks

    dictionaries = (_global_module_registration_hooks, _global_optimizer_pre_hooks, _global_optimizer_post_hooks)
    before = [dict(d) for d in dictionaries]
    with whygrad.watch(keep_bytes=0):
        train_a_step(torch.ones(2, requires_grad=True))
    assert [dict(d) for d in dictionaries] == before


# -- what hooks write, noticed without touching them ------------------------------------------------------------------


def writes(gradient):
    gradient.abs_()


def reads(gradient):
    gradient.abs()


def returns(gradient):
    return gradient.mul_(2)


def returns_another(gradient):
    return gradient * 2


def noticed(act):
    with whygrad.watch(keep_bytes=0):
        act()
        return sorted(found.name for found in Session.running.recorder.probe.hook_writes.found.values())


def hooked(*hooks, used=1, on_leaf=False):
    def act():
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        for each in hooks:
            (w if on_leaf else h).register_hook(each)
        sum(h.exp() for _ in range(used)).sum().backward()

    return act


@pytest.mark.parametrize("on_leaf", [True, False])
@pytest.mark.parametrize(
    ("hooks", "found"),
    [
        ((writes,), ["writes"]),
        ((reads,), []),
        ((returns,), []),
        ((returns_another,), []),
        ((writes, returns), ["writes"]),
    ],
)
def test_a_hook_that_writes_into_its_gradient_is_noticed(hooks, found, on_leaf):
    assert noticed(hooked(*hooks, on_leaf=on_leaf)) == found


def test_what_autograd_adds_up_itself_is_no_write_of_a_hook():
    assert noticed(hooked(reads, used=5)) == []


def test_a_gradient_that_two_tensors_share_is_blamed_on_the_hook_that_writes():
    def act():
        w = torch.ones(3, requires_grad=True)
        one, other = w * 2, w * 3
        one.register_hook(writes)
        other.register_hook(reads)
        (one + other).exp().sum().backward()

    assert noticed(act) == ["writes"]


def test_what_a_backward_of_the_programs_writes_is_not_blamed_on_a_hook():
    class Writing(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, gradient):
            return gradient.mul_(2)

    def act():
        w = torch.ones(3, requires_grad=True)
        one, other = w * 2, Writing.apply(w * 3)
        one.register_hook(reads)
        other.register_hook(reads)
        (one + other).exp().sum().backward()

    assert noticed(act) == []
