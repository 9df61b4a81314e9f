"""Hooks of ours among the program's: they take none of torch's numbers, and lie under keys that no number equals.

torch counts hooks in one counter for all: a hook of ours that it counted would move the ids of the program's.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from torch.autograd.graph import Node
from torch.nn.modules.module import register_module_module_registration_hook
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

from whygrad.record.seam import private_names
from whygrad.record.seam.patched import HOOKS_ARE_NUMBERED
from whygrad.record.seam.patching import Called, Patches, replace

Remove = Callable[[], object]


class _Key:
    """Of one hook of ours."""


class _Registering(threading.local):
    ours = False  # does this thread put a hook of ours on a node just now?


_registering = _Registering()


def install(undo: Patches) -> None:
    """Have torch's function that numbers the hooks of nodes leave ours out."""
    replace(undo, HOOKS_ARE_NUMBERED, _leaving_ours_out, Called.PLAINLY)


def _leaving_ours_out(original: Callable[..., object]) -> Callable[..., object]:
    def register_hook(*args: Any, **kwargs: object) -> object:
        __tracebackhide__ = True
        if not _registering.ours:
            return original(*args, **kwargs)
        hooks, hook = args
        hooks = OrderedDict() if hooks is None else hooks
        return hooks, _put(hooks, hook)

    return register_hook


def _put(hooks: private_names.Hooks, hook: Callable[..., object]) -> Remove:
    """Enter a hook of ours into one of torch's dictionaries."""
    key = _Key()
    hooks[key] = hook
    return lambda: hooks.pop(key, None)


def put_before_steps(hook: Callable[..., None]) -> Remove:
    """Have `hook` called before every step of every optimizer."""
    hooks = private_names.hooks_before_steps
    return _put(hooks, hook) if hooks is not None else register_optimizer_step_pre_hook(hook).remove


def put_after_steps(hook: Callable[..., None]) -> Remove:
    hooks = private_names.hooks_after_steps
    return _put(hooks, hook) if hooks is not None else register_optimizer_step_post_hook(hook).remove


class HooksOfPass:
    """Hooks on the nodes of one backward pass."""

    def __init__(self) -> None:
        self._removes: list[Remove] = []

    def put(self, node: Node, hook: Callable[..., None]) -> None:
        self._removes.append(put_on_node(node, hook))

    def put_before(self, node: Node, hook: Callable[..., None]) -> None:
        self._removes.append(put_on_node(node, hook, before=True))

    def take_away(self) -> None:
        removes, self._removes = self._removes, []
        for remove in removes:
            remove()


def put_on_registrations(hook: Callable[..., None]) -> Remove:
    """Have `hook` called where a module becomes a part of another."""
    hooks = private_names.hooks_of_modules
    return _put(hooks, hook) if hooks is not None else register_module_module_registration_hook(hook).remove


def put_on_node(node: Node, hook: Callable[..., None], before: bool = False) -> Remove:
    """Have `hook` called after a node of autograd's graph has run, or before it, when the hooks of its tensors have."""
    _registering.ours = True
    try:
        handle: Any = (node.register_prehook if before else node.register_hook)(hook)
    finally:
        _registering.ours = False
    remove: Remove = getattr(handle, "remove", handle)
    return remove
