"""A checkpointed function is followed through both of its runs, at no lasting cost."""

from __future__ import annotations

import gc
import weakref

import pytest
import torch
from torch.utils.checkpoint import CheckpointError, checkpoint

import whygrad
from whygrad.evidence.passes import ChangedValue
from whygrad.record.watchers.functions.checkpoints import FOLLOWED
from whygrad.record.watchers.functions.watched_state import differences, state_of


class Counting(torch.nn.Module):
    def __init__(self, changes: bool) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.changes, self.calls = changes, 0

    def forward(self, x):
        self.calls += self.changes
        return self.linear(x).exp() if self.calls < 2 else self.linear(x)


def recorder():
    return whygrad._latest.recorder


def run(module: torch.nn.Module) -> torch.Tensor:
    return checkpoint(module, torch.ones(2, 3, requires_grad=True), use_reentrant=False).sum()


def test_what_changed_between_the_two_runs_is_known():
    with whygrad.watch(), pytest.raises(CheckpointError):
        loss = run(Counting(changes=True))
        try:
            loss.backward()
        finally:
            runs = recorder().watching.functions.checkpoints.latest_runs("checkpoint", lambda frames: ())
    assert runs.changed == (ChangedValue("calls", "0", "1"),)
    assert runs.followed


def test_what_does_not_change_is_followed_a_few_times_only():
    module = Counting(changes=False)
    with whygrad.watch():
        for count in range(FOLLOWED + 2):
            loss = run(module)
            loss.backward(retain_graph=True)  # or what was followed is gone with the graph
            runs = recorder().watching.functions.checkpoints.latest_runs("checkpoint", lambda frames: ())
            assert runs.followed is (count < FOLLOWED)


def test_nothing_is_left_in_force_after_a_checkpoint():
    with whygrad.watch():
        run(Counting(changes=False)).backward()
        assert recorder().stack.follower is None


def test_a_function_that_raises_ends_its_checkpoint():
    def fails(x):
        raise KeyError("nothing to do with gradients")

    with whygrad.watch():
        with pytest.raises(KeyError):
            checkpoint(fails, torch.ones(2, requires_grad=True), use_reentrant=False)
        gc.collect()
        assert recorder().stack.follower is None


def test_a_checkpoint_is_freed_without_the_garbage_collector():
    module = Counting(changes=False)
    gc.collect()
    gc.disable()
    try:
        with whygrad.watch():
            inside = []
            module.linear.register_forward_hook(lambda m, i, out: inside.append(weakref.ref(out)))
            loss = run(module)
            loss.backward()
            del loss
            assert [ref() for ref in inside] == [None] * len(inside)
    finally:
        gc.enable()


def test_values_that_a_function_can_see_are_compared_by_name():
    given, table, flag = (torch.ones(2),), [1], False

    def reads(x):
        return x * len(table) if flag else x

    before = state_of(reads, given, {})
    table.append(2)
    assert differences(before, state_of(reads, given, {})) == [("table", "1 entry", "2 entries")]
    assert differences(before, before) == []
