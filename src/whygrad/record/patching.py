"""One way to patch: with its undo."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]


def replace(undo: ExitStack, owner: Any, name: str, wrap: Wrap) -> None:
    """Put `wrap(original)` in the place of `owner.name` until `undo` closes, as the same kind of method."""
    missing = object()
    stored = owner.__dict__.get(name, missing)
    original = stored.__func__ if isinstance(stored, (staticmethod, classmethod)) else getattr(owner, name)
    wrapped: Any = functools.wraps(original)(wrap(original))
    if isinstance(stored, (staticmethod, classmethod)):
        wrapped = type(stored)(wrapped)
    setattr(owner, name, wrapped)
    if stored is missing:
        undo.callback(delattr, owner, name)
    else:
        undo.callback(setattr, owner, name, stored)
