"""Names the user knows: `model.encoder.fc1.weight`, found by looking at the variables of the running program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import FrameType, ModuleType
from typing import Any

import torch

from whygrad.interruptions.errors import hand_on
from whygrad.record.copying.variables import variables_of
from whygrad.source.owner import Ownership

DEPTH = 4
MOST = 50_000  # objects looked at behind the variables of one frame
OWN_OBJECT = ("self", "cls")


def tensor_names(frames: Iterable[FrameType], ownership: Ownership) -> dict[int, str]:
    """id of a tensor -> name, from the variables of the user's own frames, outermost first.

    The outermost name is the one a user knows a thing by; `self.…` comes last.
    """
    return search_names(frames, ownership).names


def search_names(frames: Iterable[FrameType], ownership: Ownership) -> Search:
    """The names of tensors, and the modules met on the way to them."""
    own = [f for f in frames if ownership[f.f_code.co_filename]]
    search = Search()
    variables = [variables_of(frame) for frame in own]
    for found in variables:
        search.visit([(v, n) for n, v in found.items() if n not in OWN_OBJECT and not n.startswith("__")])
    for found in reversed(variables):
        search.visit([(found[name], name) for name in OWN_OBJECT if name in found])
    return search


class Search:
    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.modules: dict[int, tuple[str, torch.nn.Module]] = {}
        self._seen: set[int] = set()

    def visit(self, variables: list[tuple[Any, str]]) -> None:
        """Name every tensor reachable from the variables, breadth first, so that the shortest name wins."""
        # A parameter's own variable is mostly a loop's: its module's name for it comes first.
        single = [(v, n) for v, n in variables if isinstance(v, torch.nn.Parameter)]
        queue = [(value, name, 0) for value, name in variables if not isinstance(value, torch.nn.Parameter)]
        for item, path, depth in queue:
            if isinstance(item, torch.Tensor):
                self.names.setdefault(id(item), path)
                continue
            if isinstance(item, torch.nn.Module):
                self.modules.setdefault(id(item), (path, item))
            if depth < DEPTH and len(queue) < MOST and id(item) not in self._seen:
                before = len(queue)
                try:
                    queue.extend((part, f"{path}.{key}", depth + 1) for key, part in _parts(item))
                except Exception as error:  # an object of the program's whose own code fails when it is looked at
                    hand_on(error)
                    continue
                if len(queue) > before:
                    self._seen.add(id(item))
        for parameter, name in single:
            self.names.setdefault(id(parameter), name)

    def outermost_modules(self) -> list[tuple[str, torch.nn.Module]]:
        """The modules that are not a part of another one."""
        inner: set[int] = set()
        for key, (_, module) in self.modules.items():
            if key not in inner:  # otherwise its parts are known already
                inner.update(id(m) for m in module.modules() if m is not module)
        return [(path, module) for key, (path, module) in self.modules.items() if key not in inner]


def _parts(item: Any) -> Iterator[tuple[str, Any]]:
    """The named parts of a module, container or object; nothing of classes, functions and libraries' objects."""
    if isinstance(item, torch.nn.Module):
        yield from item.named_parameters(remove_duplicate=False)
        yield from item.named_buffers(remove_duplicate=False)
        for key, value in vars(item).items():
            if not key.startswith("_") and isinstance(value, (list, tuple, dict, torch.Tensor, torch.nn.Module)):
                yield key, value
        for key, child in item.named_children():
            yield key, child
    elif isinstance(item, dict):
        yield from ((str(k), v) for k, v in list(item.items())[:MOST] if _may_hold(v))
    elif isinstance(item, (list, tuple)):
        yield from ((str(k), v) for k, v in enumerate(item[:MOST]) if _may_hold(v))
    elif _is_own_object(item):
        yield from ((k, v) for k, v in list(vars(item).items()) if _may_hold(v))


def _is_own_object(item: Any) -> bool:
    """An object of the program's, or of a library other than those whose objects are full of bookkeeping."""
    if isinstance(item, (type, ModuleType, torch.optim.Optimizer)) or not hasattr(item, "__dict__"):
        return False
    return not type(item).__module__.startswith(("torch", "numpy", "builtins"))


def _may_hold(value: Any) -> bool:
    return isinstance(value, (torch.Tensor, list, tuple, dict)) or hasattr(value, "__dict__")
