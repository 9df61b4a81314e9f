"""What a generated program writes down of itself: each line is data that can be compared to the bit."""

from __future__ import annotations

import re
import sys
import traceback
import weakref
from collections.abc import Callable
from typing import Any

import torch
from torch.utils.hooks import RemovableHandle

from transparent.observe import Describer, random_state

ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


class Run:
    """One run of a program: its values, of which every step gets two, and the events that it notes."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.values = [
            torch.tensor([0.5, -1.0, 2.0, 0.1], requires_grad=True),
            torch.ones(4, requires_grad=True),
            torch.rand(4),
        ]
        self.held: list[Any] = []  # what a step makes and later ones find
        self._first_id = RemovableHandle.next_id

    def note(self, *what: Any) -> None:
        """Keep what is seen, and nothing of what it is seen of."""
        self.events.append(without_addresses(Describer().of(what)))

    def step(self, work: Callable[..., Any], first: int, second: int, k: int, body: Any = None) -> None:
        """Do one thing with two of the values; what it raises is an event, and the program goes on."""
        label = work.__name__
        arguments = (self, self.values[first % len(self.values)], self.values[second % len(self.values)], k)
        try:
            made = work(*arguments) if body is None else work(*arguments, body)
        except BaseException as error:
            self.note(label, "raised", "".join(traceback.format_exception(error)))
            return
        self.note(label, made)
        if isinstance(made, torch.Tensor):
            self.values.append(made)

    def find(self, kind: type) -> Any:
        """The latest thing of this kind that a step has held; None where there is none."""
        return next((thing for thing in reversed(self.held) if isinstance(thing, kind)), None)

    def is_counted(self) -> bool:
        """Does a mode of the program's see each call? How many there are must not depend on time then."""
        return bool(_function_modes() or torch._C._len_torch_dispatch_stack())

    def id_of(self, handle: Any) -> int:
        """A hook's id, counted from the program's first."""
        return int(handle.id) - self._first_id

    def checkpoint(self) -> None:
        """All that can be seen now: values, gradients, who holds them, random numbers and torch's switches."""
        counts = [sys.getrefcount(value) for value in self.values]
        weak = [weakref.getweakrefcount(value) for value in self.values]
        gradients = [_gradient_of(value) for value in self.values]
        self.note("values", self.values, gradients)
        self.note("held", counts, weak, [sys.getrefcount(g) for g in gradients if g is not None])
        self.note("random", random_state())
        self.note("switches", torch.is_grad_enabled(), torch.is_inference_mode_enabled(), torch.get_default_dtype())
        self.note("modes", _function_modes(), torch._C._len_torch_dispatch_stack(), torch.is_anomaly_enabled())
        self.note("enabled", torch._C._is_torch_function_enabled(), torch._C._is_torch_function_all_disabled())


def _gradient_of(value: torch.Tensor) -> Any:
    """Read past all modes and subclasses, and where nobody is warned."""
    with torch._C.DisableTorchFunction():
        try:
            return value.grad if value.is_leaf or value.retains_grad else None
        except RuntimeError as error:
            return str(error)


def _function_modes() -> list[str]:
    """The program's own modes."""
    modes = (torch._C._get_function_stack_at(i) for i in range(torch._C._len_torch_function_stack()))
    return [type(mode).__name__ for mode in modes if not type(mode).__module__.startswith("whygrad")]


def without_addresses(described: Any) -> Any:
    if isinstance(described, str):
        return ADDRESS.sub("0x…", described)
    if isinstance(described, list):
        return [without_addresses(part) for part in described]
    if isinstance(described, dict):
        return {key: without_addresses(part) for key, part in described.items()}
    return described
