"""Calls of torch that are private: its stack of function modes, and where compiled code begins and ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import torch

NONE_BELOW: frozenset[int] = frozenset()

are_enabled = torch._C._is_torch_function_mode_enabled
pop, push = torch._C._pop_torch_function_stack, torch._C._push_on_torch_function_stack


def put_mode(mode: Any, below: frozenset[int] | None = None) -> None:
    """Put `mode` on the stack of function modes: on top, or right above those that `remove_mode` told of.

    On top of one that the program has entered since, ours would be the one to go where the program leaves its own.
    """
    above: list[Any] = []
    while below is not None and torch._C._len_torch_function_stack():
        top = pop()
        if id(top) in below:
            push(top)
            break
        above.append(top)
    for entered in (mode, *reversed(above)):
        push(entered)


def remove_mode(mode: Any) -> frozenset[int] | None:
    """Take `mode` off the stack wherever it is; the identities of those below it, and None where it is not there."""
    depth = torch._C._len_torch_function_stack()
    if depth == 1 and torch._C._get_function_stack_at(0) is mode:  # mostly
        pop()
        return NONE_BELOW
    stack = [torch._C._get_function_stack_at(i) for i in range(depth)]
    at = next((i for i in reversed(range(len(stack))) if stack[i] is mode), None)
    if at is None:
        return None
    for _ in stack[at:]:
        pop()
    for other in stack[at + 1 :]:
        push(other)
    return frozenset(map(id, stack[:at]))


def is_on_stack(mode: Any) -> bool:
    return any(torch._C._get_function_stack_at(i) is mode for i in range(torch._C._len_torch_function_stack()))


def topmost_mode_is_from(package: str) -> bool:
    """Is the mode that a call of torch meets first defined in this package?"""
    depth = torch._C._len_torch_function_stack()
    if not depth or getattr(torch._C, "_is_torch_function_all_disabled", bool)():
        return False
    return type(torch._C._get_function_stack_at(depth - 1)).__module__.startswith(package)


def compiler_switch(eval_frame: ModuleType) -> str:
    """The name of the function in `torch._dynamo.eval_frame` through which compiled code is entered and left."""
    return "_maybe_set_eval_frame" if hasattr(eval_frame, "_maybe_set_eval_frame") else "set_eval_frame"


def is_compiling_frames() -> bool:
    """Are the frames that are called now compiled? They are not inside of what the program keeps from it."""
    asked = getattr(torch._C._dynamo.eval_frame, "get_eval_frame_callback", None)
    return asked is None or asked() is not None


def keep_out_of_compiler(folder: str) -> Callable[[], None]:
    """Have the compiler leave the frames of this folder's files as they are; returns the undo.

    Called out of compiled code, such as by a backward pass in it, they would be compiled like the program's own.
    """
    rules: Any = sys.modules["torch._dynamo.trace_rules"]
    rules.SKIP_DIRS.append(folder)
    rules._recompile_re()

    def undo() -> None:
        rules.SKIP_DIRS.remove(folder)
        rules._recompile_re()

    return undo


class uncompiled:  # reads as a statement: `with uncompiled():`
    """What we do inside compiled code is neither seen by modes nor compiled."""

    __slots__ = ("_callback", "_disabled")

    def __enter__(self) -> None:
        self._callback = torch._C._dynamo.eval_frame.set_eval_frame(None)
        self._disabled = torch._C.DisableTorchFunction()
        self._disabled.__enter__()

    def __exit__(self, *_: Any) -> None:
        self._disabled.__exit__(None, None, None)
        torch._C._dynamo.eval_frame.set_eval_frame(self._callback)
