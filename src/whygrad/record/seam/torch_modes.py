"""Calls of torch that are private: its stack of function modes, and where compiled code begins and ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any, TypeVar

import torch

from whygrad.record.seam import private_names
from whygrad.record.seam.private_names import mode_at, pop, push, stack_depth, untold

T = TypeVar("T")

_NOT_ENTERED = object()
NONE_BELOW: frozenset[int] = frozenset()
is_grad_enabled = torch.is_grad_enabled


def put_mode(mode: object, below: frozenset[int] | None = None) -> None:
    """Put `mode` on the stack of function modes: on top, or right above those that `remove_mode` told of.

    Where it is there already, nothing is done. On top of one that the program has entered since, ours would be the one
    to go where the program leaves its own.
    """
    if not stack_depth():  # mostly
        push(mode)
        return
    stack = modes()
    if any(other is mode for other in stack):
        return
    at = len(stack)
    while below is not None and at and id(stack[at - 1]) not in below:
        at -= 1
    arrange([*stack[:at], mode, *stack[at:]])


def remove_mode(mode: object) -> frozenset[int] | None:
    """Take `mode` off the stack wherever it is; the identities of those below it, and None where it is not there."""
    if stack_depth() == 1 and mode_at(0) is mode:  # mostly
        pop()
        return NONE_BELOW
    stack = modes()
    at = next((i for i in reversed(range(len(stack))) if stack[i] is mode), None)
    if at is None:
        return None
    arrange([*stack[:at], *stack[at + 1 :]])
    return frozenset(map(id, stack[:at]))


def modes() -> list[object]:
    """The function modes in force, the topmost last."""
    return [mode_at(i) for i in range(stack_depth())]


def arrange(wanted: list[object]) -> None:
    """Have these modes in force, the topmost last; an exception that is raised into it does not leave it half done."""
    try:
        _arrange(wanted)
    except BaseException:
        _arrange(wanted)
        raise


def _arrange(wanted: list[object]) -> None:
    stack = modes()
    same = 0
    while same < min(len(stack), len(wanted)) and stack[same] is wanted[same]:
        same += 1
    while stack_depth() > same:
        pop()
    for mode in wanted[same:]:
        push(mode)


def call_untold(act: Callable[..., T], *args: object) -> T:
    """Call it unseen by modes and subclasses.

    An exception may be raised into it between any two instructions, also where it brings a switch back; torch's
    switches are then as they were before.
    """
    enabled, aside = is_grad_enabled(), None
    try:
        with (aside := untold()):
            return act(*args)
    except BaseException:
        put_back(enabled, aside)
        raise


def put_back(enabled: bool, aside: AbstractContextManager[object] | None) -> None:
    """Have gradients on or off as they were, told to nobody, and leave what was entered, maybe for the second time."""
    if is_grad_enabled() is not enabled:
        with untold():
            private_names.set_grad_enabled(enabled)
    if aside is not None:
        aside.__exit__(None, None, None)


def is_on_stack(mode: object) -> bool:
    return any(mode_at(i) is mode for i in range(stack_depth()))


def topmost_mode_is_from(package: str) -> bool:
    """Is the mode that a call of torch meets first defined in this package?"""
    depth = stack_depth()
    if not depth or private_names.all_are_disabled():
        return False
    return type(mode_at(depth - 1)).__module__.startswith(package)


def compiler_switch(eval_frame: ModuleType) -> str:
    """The name of the function in `torch._dynamo.eval_frame` through which compiled code is entered and left."""
    return "_maybe_set_eval_frame" if hasattr(eval_frame, "_maybe_set_eval_frame") else "set_eval_frame"


def is_compiling_frames() -> bool:
    """Are the frames that are called now compiled? They are not inside of what the program keeps from it."""
    return private_names.how_frames_are_compiled() is not None


def keep_out_of_compiler(folder: str) -> Callable[[], None] | None:
    """Have the compiler leave the frames of this folder's files as they are; returns the undo, and None where it has
    no such list.

    Called out of compiled code, such as by a backward pass in it, they would be compiled like the program's own.
    """
    rules: Any = sys.modules.get("torch._dynamo.trace_rules")
    if not isinstance(getattr(rules, "SKIP_DIRS", None), list) or not hasattr(rules, "_recompile_re"):
        return None
    rules.SKIP_DIRS.append(folder)
    rules._recompile_re()

    def undo() -> None:
        rules.SKIP_DIRS.remove(folder)
        rules._recompile_re()

    return undo


class uncompiled:  # reads as a statement: `with uncompiled():`
    """What we do inside compiled code is neither seen by modes nor compiled."""

    __slots__ = ("_callback", "_disabled")

    def __init__(self) -> None:
        self._callback: object = _NOT_ENTERED
        self._disabled = untold()

    def __enter__(self) -> None:
        self._callback = private_names.have_frames_compiled(None)
        self._disabled.__enter__()

    def __exit__(self, *_: object) -> None:
        self._disabled.__exit__(None, None, None)
        if self._callback is not _NOT_ENTERED:
            private_names.have_frames_compiled(self._callback)
