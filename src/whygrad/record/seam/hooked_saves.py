"""Which saved values have hooks of the program's: reading such a value runs the hook, so it is the program's to do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from types import CodeType

from torch.autograd.graph import Node

from whygrad.evidence.hooks import PackHook
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, code_of, definition_of
from whygrad.record.seam.patching import Patches, replace

KEPT = 4_096
FUNCTIONS = 64


class HookedSaves:
    """The stretches of autograd's numbering in which hooks were in force; checkpointing uses them too."""

    def __init__(self) -> None:
        self._closed: deque[tuple[int, int]] = deque(maxlen=KEPT)
        self._open: list[int] = []
        self._packing: deque[CodeType] = deque(maxlen=FUNCTIONS)  # the program's functions, the latest last

    def install(self, undo: Patches, guarded: Callable[..., object]) -> None:
        entering = partial(self._entering, guarded)
        replace(undo, "torch.autograd.graph:saved_tensors_hooks.__enter__", entering)
        replace(undo, "torch.autograd.graph:saved_tensors_hooks.__exit__", self._leaving)

    def _entering(self, guarded: Callable[..., object], original: Callable[..., object]) -> Callable[..., object]:
        def enter(*args: object, **kwargs: object) -> object:
            __tracebackhide__ = True
            self._open.append(torch_api.sequence_number())
            guarded(self._note, args[0] if args else None)
            return original(*args, **kwargs)

        return enter

    def _note(self, hooks: object) -> None:
        code = code_of(attribute_of(hooks, "pack_hook"))
        if code is not None:
            self._packing.append(code)

    def packing(self) -> list[PackHook]:
        """The functions that were to pack saved values, the latest first."""
        return [PackHook(definition_of(code)) for code in dict.fromkeys(reversed(self._packing))]

    def _leaving(self, original: Callable[..., object]) -> Callable[..., object]:
        def leave(*args: object, **kwargs: object) -> object:
            __tracebackhide__ = True
            if self._open:
                self._closed.append((self._open.pop(), torch_api.sequence_number()))
            return original(*args, **kwargs)

        return leave

    def has(self, node: Node) -> bool:
        """Was this node of autograd's graph made while hooks were in force?"""
        number = node._sequence_nr()
        if self._open and number >= min(self._open):
            return True
        return any(first <= number < last for first, last in self._closed)
