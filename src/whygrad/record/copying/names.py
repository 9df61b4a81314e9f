"""Names the user knows: `model.encoder.fc1.weight`, found by looking at the variables of the running program."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from types import FrameType, ModuleType

import torch

from whygrad.interruptions.errors import hand_on
from whygrad.record.copying.variables import variables_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attributes_of, each, has_attributes, is_a, module_of_class, pairs_of
from whygrad.record.seam.holdings import (
    joined,
    modules_in,
    named_parameters_in,
    named_parts_in,
    named_tensors_in,
    parameters_in,
    shown_children_of,
)
from whygrad.record.seam.torch_aside import is_torchs_file
from whygrad.source.owner import Ownership

DEPTH = 4
MOST = 50_000  # objects looked at behind the variables of one frame
OWN_OBJECT = ("self", "cls")


def search_names(frames: Iterable[FrameType], ownership: Ownership, groups: Iterable[int] = ()) -> Search:
    """The names of tensors, and the modules met on the way to them; `groups` are the ids of optimizers' own groups."""
    frames = list(frames)
    own = [f for f in frames if ownership[f.f_code.co_filename]]
    search = Search(groups, ownership)
    variables = [variables_of(frame) for frame in own]
    for found in variables:
        search.visit([(v, n) for n, v in found.items() if n not in OWN_OBJECT and not n.startswith("__")])
    for found in reversed(variables):
        search.visit([(found[name], name) for name in OWN_OBJECT if name in found])
    for frame in reversed(frames):
        if not ownership[frame.f_code.co_filename] and not is_torchs_file(frame.f_code.co_filename):
            search.visit(_handed_over(frame, search, ownership))
    search.visit_hidden()
    search.visit_groups()
    return search


def _handed_over(frame: FrameType, search: Search, ownership: Ownership) -> list[tuple[object, str]]:
    """The models in a framework's variables that none of the program's own shows: `Trainer().fit(Model(), data)`.

    A model of the program's own class is what its methods call `self`. Another one may be a framework's wrapper around
    a model that the program's variables show, so it counts only where they show none.
    """
    models = [v for v in variables_of(frame).values() if is_a(v, torch.nn.Module) and id(v) not in search.modules]
    written: list[tuple[object, str]] = [(model, "self") for model in models if _is_of_own_class(model, ownership)]
    in_sight = written or any(parameters_in(module) for _, module in search.modules.values())
    return written if in_sight else [(model, "model") for model in models if parameters_in(model)]


def _is_of_own_class(item: object, ownership: Ownership) -> bool:
    name = module_of_class(item)
    file = attributes_of(sys.modules[name]).get("__file__") if name in sys.modules else None
    return ownership[file] if type(file) is str else name == "__main__"  # a notebook has no file


class Search:
    def __init__(self, groups: Iterable[int], ownership: Ownership) -> None:
        self.names: dict[int, str] = {}
        self.modules: dict[int, tuple[str, torch.nn.Module]] = {}
        self.only_in_groups: set[int] = set()  # tensors that a variable shows only as what an optimizer holds
        self._ownership = ownership
        self._groups = set(groups)
        self._groups_met: list[tuple[object, str]] = []
        self._hidden: list[tuple[object, str, int]] | None = []  # what libraries' objects keep to themselves
        self._seen: set[int] = set()
        self._named: set[int] = set()  # modules whose tensors have their names by the module that they are part of

    def visit(self, variables: list[tuple[object, str]]) -> None:
        """Name every tensor reachable from the variables, breadth first, so that the shortest name wins."""
        # A parameter's own variable is mostly a loop's: its module's name for it comes first.
        single = [(v, n) for v, n in variables if torch_api.is_parameter(v)]
        self._go_through([(value, name, 0) for value, name in variables if not torch_api.is_parameter(value)])
        for parameter, name in single:
            self.names.setdefault(id(parameter), name)

    def visit_hidden(self) -> None:
        """Name what only the private attributes of a library's object show: its user knows it by no such path."""
        found, self._hidden = self._hidden or [], None
        self._go_through(found)

    def _go_through(self, queue: list[tuple[object, str, int]]) -> None:
        for item, path, depth in queue:
            if is_a(item, torch.Tensor):
                self.names.setdefault(id(item), path)
                continue
            if id(item) in self._groups:
                self._groups_met.append((item, path))
                continue
            if is_a(item, torch.nn.Module):
                self.modules.setdefault(id(item), (path, item))
            if depth < DEPTH and len(queue) < MOST and id(item) not in self._seen:
                try:
                    parts = [(part, joined(path, key), depth + 1, key) for key, part in self._parts(item)]
                except Exception as error:  # an object of the program's whose own code fails when it is looked at
                    hand_on(error)
                    continue
                if parts:
                    self._seen.add(id(item))
                hidden = self._hidden if self._hides(item) else None
                for part, name, further, key in parts:
                    (queue if hidden is None or not key.startswith("_") else hidden).append((part, name, further))

    def _hides(self, item: object) -> bool:
        """Are its private attributes a library's own?"""
        if self._hidden is None or is_a(item, (torch.nn.Module, dict, list, tuple)):
            return False
        return not _is_of_own_class(item, self._ownership)

    def visit_groups(self) -> None:
        """Name last what only the groups of an optimizer show, as a loop that sets learning rates leaves one behind."""
        elsewhere, self._groups = set(self.names), set()
        self.visit(self._groups_met)
        self.only_in_groups = set(self.names) - elsewhere

    def _parts(self, item: object) -> Iterator[tuple[str, object]]:
        """The named parts of a module, container or object; nothing of classes, functions and libraries' objects."""
        if is_a(item, torch.nn.Module):
            if id(item) not in self._named:
                self._named.update(id(module) for _, module in modules_in(item))
                yield from named_parameters_in(item, once=False)
                yield from named_tensors_in(item, "_buffers", once=False)
                yield from named_parts_in(item)
            for key, value in list(attributes_of(item).items()):
                if key[:1] != "_" and is_a(value, (list, tuple, dict, torch.Tensor, torch.nn.Module)):
                    yield key, value
            yield from shown_children_of(item)
        elif is_a(item, dict):
            yield from ((k, v) for k, v in pairs_of(item)[:MOST] if _may_hold(v))
        elif is_a(item, (list, tuple)):
            yield from ((str(k), v) for k, v in enumerate(islice(each(item), MOST)) if _may_hold(v))
        elif _is_own_object(item):
            yield from ((k, v) for k, v in list(attributes_of(item).items()) if _may_hold(v))

    def outermost_modules(self) -> list[tuple[str, torch.nn.Module]]:
        """The modules that are not a part of another one."""
        inner: set[int] = set()
        for key, (_, module) in self.modules.items():
            if key not in inner:  # otherwise its parts are known already
                inner.update(id(m) for _, m in modules_in(module) if m is not module)
        return [(path, module) for key, (path, module) in self.modules.items() if key not in inner]


def _is_own_object(item: object) -> bool:
    """An object of the program's, or of a library other than those whose objects are full of bookkeeping."""
    if is_a(item, (type, ModuleType, torch.optim.Optimizer)) or not has_attributes(item):
        return False
    return not module_of_class(item).startswith(("torch", "numpy", "builtins"))


def _may_hold(value: object) -> bool:
    return is_a(value, (torch.Tensor, list, tuple, dict)) or has_attributes(value)
