"""Hooks of ours among the program's: they take none of torch's numbers, and lie under keys that no number equals.

torch counts hooks in one counter for all: a hook of ours that it counted would move the ids of the program's.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from torch.autograd.function import _HookMixin
from torch.nn.modules import module as module_hooks
from torch.optim import optimizer as optimizer_hooks

from whygrad.record.seam.patching import replace

Remove = Callable[[], None]
BEFORE_STEPS: dict[Any, Any] = optimizer_hooks._global_optimizer_pre_hooks
AFTER_STEPS: dict[Any, Any] = optimizer_hooks._global_optimizer_post_hooks
MODULES_REGISTERED: dict[Any, Any] = module_hooks._global_module_registration_hooks


class _Key:
    """Of one hook of ours."""


class _Registering(threading.local):
    ours = False  # does this thread put a hook of ours on a node just now?


_registering = _Registering()


def install(undo: ExitStack) -> None:
    """Have torch's function that numbers the hooks of nodes leave ours out."""
    replace(undo, _HookMixin, "_register_hook", _leaving_ours_out)


def _leaving_ours_out(original: Callable[..., Any]) -> Callable[..., Any]:
    def register_hook(*args: Any, **kwargs: Any) -> Any:
        if not _registering.ours:
            return original(*args, **kwargs)
        hooks, hook = args
        hooks = OrderedDict() if hooks is None else hooks
        return hooks, put(hooks, hook)

    return register_hook


def put(hooks: dict[Any, Any], hook: Callable[..., Any]) -> Remove:
    """Enter a hook of ours into one of torch's dictionaries."""
    key = _Key()
    hooks[key] = hook
    return lambda: hooks.pop(key, None)


def put_on_node(node: Any, hook: Callable[..., Any], before: bool = False) -> Remove:
    """Have `hook` called after a node of autograd's graph has run, or before it, when the hooks of its tensors have."""
    _registering.ours = True
    try:
        handle = (node.register_prehook if before else node.register_hook)(hook)
    finally:
        _registering.ours = False
    remove: Remove = getattr(handle, "remove", handle)
    return remove
