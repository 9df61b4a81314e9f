"""The places of whygrad at which a fault can be injected: every function and method, found by walking its modules."""

from __future__ import annotations

import functools
import importlib
import inspect
import mmap
import pkgutil
import struct
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import whygrad

# What contains our failures, or tells of them, is no place for one: where it fails itself nobody is left to do so.
CONTAINERS = ("whygrad.cli", "whygrad.__main__", "whygrad._version", "whygrad.elements")
CONTAINERS += ("whygrad.render.out", "whygrad.safe_text", "whygrad.own_frames")
EXEMPT = {
    "whygrad.record.unseen.hidden_frames:hidden": "it is the guard of `_hidden`",
    "whygrad.record.unseen.hidden_frames:level_past_us": "it is the guard of `_level_past_us`",
    "whygrad.record.live.mode:RecordingMode.__torch_function__": "torch calls it; the call itself cannot be guarded",
    "whygrad.interruptions.errors:_interrupts": "it is asked in the guards",
    "whygrad.interruptions.errors:hand_on": "it is asked in the guards",
    "whygrad.interruptions.errors:is_interruption": "it is asked in the guards",
    "whygrad.record.live.mode:RecordingMode._note_result": "it is the guard",
    "whygrad.record.live.mode_suspension:ModeSuspension.depth": "it is a number, read where the guard is not needed",
    "whygrad.record.live.guards:Guards.put_back": "it is the guard",
    "whygrad.record.live.guards:Guards.guarded": "it is the guard",
    "whygrad.record.live.guards:Guards.seen": "it is the guard, unless the recorder is away",
    "whygrad.record.live.guards:Guards.contained": "it is the guard",
    "whygrad.record.live.guards:Guards.fail": "it is the guard",
    "whygrad.record.unseen.own_lines_in_warnings:_caller": "it keeps our lines out of a warning, or fails to",
    "whygrad.record.seam.torch_api:unseen.__exit__": "it is the undo",
    "whygrad.record.seam.torch_modes:uncompiled.__exit__": "it is the undo",
    "whygrad.children:WatchedTarget.__call__": "it stands for the program's own function",
    "whygrad.record.special.functions:FunctionCalls._returned": "autograd calls it; what it does is guarded",
    "whygrad.record.training.probe:Probe._look_at": "it is the guard of `Probe._look`",
    "whygrad.record.watchers.functions.overwriting_backward:OverwritingBackwards._send": "it is a guard itself",
    "whygrad.record.watchers.functions.overwriting_backward:OverwritingBackwards._ran": "it is a guard itself",
    "whygrad.record.watchers.functions.spoiled_saves:SpoiledSaves._begins": "it is a guard itself",
    "whygrad.record.watchers.functions.spoiled_saves:SpoiledSaves._ran": "it is a guard itself",
    "whygrad.record.watchers.terms.constant_results:ConstantResults._sent": "it is a guard itself",
    "whygrad.record.watchers.terms.constant_results:ConstantResults._ran": "it is a guard itself",
    "whygrad.record.watchers.functions.unreversed_gradients:UnreversedGradients._ran": "it is a guard itself",
    "whygrad.record.watchers.tensors.ignored_rows:IgnoredRows._arrived": "it is a guard itself",
    "whygrad.record.training.probe:Probe._look_at_singular": "it is the guard of `Probe._look`",
    "whygrad.record.training.hook_writes:HookWrites._look_at": "it is the guard of `HookWrites._arrived`",
    "whygrad.interruptions.signals:Held.__init__": "it stands for a handler of the program's",
    "whygrad.interruptions.signals:Held.__call__": "it stands for a handler of the program's",
    "whygrad.interruptions.signals:_set": "the program calls it, and it does nothing more than the plain one",
    "whygrad.interruptions.signals:_get": "the program calls it, and it does nothing more than the plain one",
    "whygrad.interruptions.signals:_shown": "the same",
    "whygrad.on_import:_Finder.find_spec": "Python calls it at every import, and it compares a name",
    "whygrad.whole_file:write_whole": "it writes the file that is to tell of the fault",
    "whygrad.whole_file:write_whole_bytes": "the same",
}


FUNCTIONS = (FunctionType, functools._lru_cache_wrapper)


class Injected(RuntimeError):
    """What is raised; by its own name, to be told from what torch raises."""


@dataclass(frozen=True)
class Place:
    name: str
    owners: tuple[tuple[Any, str], ...]  # where the function is to be found, under which name
    stored: Any

    def put(self, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
        """Replace the function by a wrapped one, everywhere."""
        kind = type(self.stored)
        if isinstance(self.stored, (staticmethod, classmethod)):
            new: Any = kind(wrap(self.stored.__func__))
        elif isinstance(self.stored, property):
            new = property(wrap(self.stored.fget), self.stored.fset)  # type: ignore[arg-type]
        elif isinstance(self.stored, functools.cached_property):
            new = functools.cached_property(wrap(self.stored.func))
            new.__set_name__(*self.owners[0])
        else:
            new = wrap(self.stored)
        for owner, name in self.owners:
            setattr(owner, name, new)


def modules() -> list[ModuleType]:
    found = pkgutil.walk_packages(whygrad.__path__, "whygrad.")
    return [importlib.import_module(m.name) for m in found if not m.name.startswith(CONTAINERS)]


def places() -> list[Place]:
    """Every function and method, with all the namespaces that hold it."""
    loaded = modules()
    holders = holders_of_functions()
    found = []
    for module in loaded:
        for name, value in list(vars(module).items()):
            if getattr(value, "__module__", None) != module.__name__:
                continue
            if isinstance(value, FUNCTIONS):
                found.append(Place(f"{module.__name__}:{name}", tuple(holders[id(value)]), value))
            elif isinstance(value, type):
                found += methods_of(module, value)
    return [p for p in found if p.name not in EXEMPT]


def holders_of_functions() -> dict[int, list[tuple[Any, str]]]:
    """By the identity of each: the modules that hold it, and under which names."""
    holders: dict[int, list[tuple[Any, str]]] = defaultdict(list)
    for module in filter(is_ours, list(sys.modules.values())):
        for name, value in vars(module).items():
            if isinstance(value, FUNCTIONS):
                holders[id(value)].append((module, name))
    return holders


def is_ours(module: Any) -> bool:
    return isinstance(module, ModuleType) and module.__name__.partition(".")[0] == "whygrad"


def methods_of(module: ModuleType, cls: type) -> Iterator[Place]:
    for name, value in list(vars(cls).items()):
        function = getattr(value, "__func__", None) or getattr(value, "fget", None) or getattr(value, "func", value)
        if isinstance(function, FunctionType) and inspect.getsourcefile(function) == module.__file__:
            yield Place(f"{module.__name__}:{cls.__name__}.{name}", ((cls, name),), value)


def as_ours(wrapper: Any, function: Any) -> Callable[..., Any]:
    """The wrapper as a part of whygrad: its frames are hidden from the program as those of the function are."""
    file = inspect.getsourcefile(inspect.unwrap(function))
    wrapper.__code__ = wrapper.__code__.replace(co_filename=file)
    return wrapper


class Calls:
    """Counts that a fork and the test share."""

    def __init__(self, length: int) -> None:
        self._memory = mmap.mmap(-1, 4 * length)

    def __getitem__(self, index: int) -> int:
        return struct.unpack_from("i", self._memory, 4 * index)[0]

    def add(self, index: int) -> int:
        count = self[index] + 1
        struct.pack_into("i", self._memory, 4 * index, count)
        return count

    def counting(self, index: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
            @functools.wraps(function)
            def counted(*args: Any, **kwargs: Any) -> Any:
                self.add(index)
                return function(*args, **kwargs)

            return as_ours(counted, function)

        return wrap

    def raising(self, index: int, at: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Raise at the call number `at`, and at every call after it: what is broken stays broken."""

        def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
            @functools.wraps(function)
            def broken(*args: Any, **kwargs: Any) -> Any:
                if self.add(index) >= at:
                    raise Injected("injected")
                return function(*args, **kwargs)

            return as_ours(broken, function)

        return wrap
