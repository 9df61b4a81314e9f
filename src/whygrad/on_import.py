"""Calls back when the program imports torch: a program may set what torch reads at import (`OMP_NUM_THREADS`)
before that, and one that never imports torch must not pay for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

Around = Callable[[], AbstractContextManager[None]]


class _Finder(MetaPathFinder):
    def __init__(self, name: str, loaded: Callable[[], None], around: Around) -> None:
        self._name = name
        self._loaded = loaded
        self._around = around
        self._is_asking = False  # a finder may ask all the others itself, us too

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name or self._is_asking:
            return None
        self._is_asking = True
        try:
            spec = self._found_by_another(fullname, path, target)
        finally:
            self._is_asking = False
        if spec is not None and spec.loader is not None:
            spec.loader = _CallingLoader(spec.loader, spec, self._done, self._around)
        return spec

    def _found_by_another(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None
    ) -> ModuleSpec | None:
        """As Python asks them: an editable installation, a bundle and an import hook have finders of their own."""
        for finder in list(sys.meta_path):
            find = getattr(finder, "find_spec", None)
            spec: ModuleSpec | None = find(fullname, path, target) if find and finder is not self else None
            if spec is not None:
                return spec
        return None

    def _done(self) -> None:
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        self._loaded()


class _CallingLoader(Loader):
    """Loads as the real loader does, puts it back into its place, then calls."""

    def __init__(self, loader: Loader, spec: ModuleSpec, done: Callable[[], None], around: Around) -> None:
        self._real = loader
        self._spec = spec
        self._done = done
        self._around = around

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._real.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._spec.loader = self._real
        module.__loader__ = self._real
        with self._around():
            self._real.exec_module(module)
        self._done()


def when_imported(name: str, loaded: Callable[[], None], around: Around = nullcontext) -> Callable[[], None]:
    """Call `loaded` right after `name` was imported, at once where it is; returns how to call it off.

    It is imported inside the context that `around` gives.
    """
    if name in sys.modules:
        loaded()
        return lambda: None
    finder = _Finder(name, loaded, around)
    sys.meta_path.insert(0, finder)

    def call_off() -> None:
        if finder in (sys.meta_path or ()):  # there is none when Python is being taken apart
            sys.meta_path.remove(finder)

    return call_off
