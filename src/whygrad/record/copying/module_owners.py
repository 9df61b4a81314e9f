"""Parameters that get gradients although no optimizer holds them, and modules whose flags say what is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice

import torch

from whygrad.evidence.modules import Owner
from whygrad.record.copying.names import Search
from whygrad.record.live.bounded import MANY_ORIGINS
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Origin, learning_parents, nearest
from whygrad.record.seam.as_is import attribute_of, module_of_class
from whygrad.record.seam.holdings import children_of, entries_of, modules_in, parameters_in
from whygrad.record.watchers.modules.lookalike_flags import Flag, flags_without_effect
from whygrad.record.watchers.modules.unregistered import hidden_in
from whygrad.walk import breadth_first


def leaves_behind(
    roots: Iterable[Origin], made_to_learn: bool = False, ends_at: Callable[[Origin], bool] | None = None
) -> list[Origin]:
    """The leaves that require a gradient and that autograd's own ways from the roots lead to.

    Those that were `made_to_learn` are results in our eyes: of `zeros_like(x, requires_grad=True)` x is the parent.
    What `ends_at` holds of hands no gradient on.
    """

    def further(origin: Origin) -> list[Origin]:
        return [] if origin.flags & LEAF or (ends_at is not None and ends_at(origin)) else learning_parents(origin)

    def ends(origin: Origin) -> bool:
        return bool(origin.flags & LEAF) or (made_to_learn and not learning_parents(origin))

    if ends_at is None:
        behind = nearest(roots, REQUIRES_GRAD, LEAF, MANY_ORIGINS)
    else:
        behind = list(islice(breadth_first(roots, further), MANY_ORIGINS))
    return [origin for origin in behind if origin.flags & REQUIRES_GRAD and ends(origin)]


def is_held(origin: Origin) -> bool:
    """Does an optimizer hold it, or has one held it?"""
    return bool((origin.extra or {}).get("held"))


def is_stray(origin: Origin) -> bool:
    return not is_held(origin)


def _in_two_places(path: str, root: torch.nn.Module) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Parameters of modules that are two attributes of one module, by id."""
    for inner, module in modules_in(root):
        seen: dict[int, list[str]] = {}
        for name, child in children_of(module):
            seen.setdefault(id(child), []).append(".".join(filter(None, (path, inner, name))))
        for _, child in children_of(module):
            if len(seen[id(child)]) > 1:
                yield from ((id(p), tuple(seen[id(child)])) for p in parameters_in(child))


def _in_two_models(roots: list[tuple[str, torch.nn.Module]]) -> dict[int, tuple[tuple[str, torch.nn.Module], ...]]:
    """Parameters of modules that two models have in common, by id: the module's name in each, and the model."""
    found: dict[int, list[tuple[str, torch.nn.Module]]] = {}
    seen: dict[int, list[tuple[str, torch.nn.Module]]] = {}
    for path, root in roots if len(roots) > 1 else ():
        for inner, module in modules_in(root):
            seen.setdefault(id(module), []).append((".".join(filter(None, (path, inner))), root))
            if len(seen[id(module)]) == 2:
                for parameter in parameters_in(module):
                    found.setdefault(id(parameter), seen[id(module)])
    return {i: tuple(places) for i, places in found.items()}


def _is_left_alone(root: torch.nn.Module, tensor: torch.Tensor, held: set[int]) -> str:
    """Do optimizers hold all parameters but a module's own, among which it is, or all but one part, in which it is?"""

    def is_held(modules: list[torch.nn.Module]) -> bool:
        return bool(modules) and all(id(p) in held for m in modules for p in parameters_in(m))

    for _, module in modules_in(root):
        own = [p for _, p in entries_of(module, "_parameters")]
        if any(p is tensor for p in own):
            if is_held(_parts(module)):
                return "own"
            if not module_of_class(module).startswith("torch.") and _are_rest(root, own, held):
                return "single"
            return "part" if is_held(_beside(root, tensor)) else ""
    return ""


def _are_rest(root: torch.nn.Module, own: list[object], held: set[int]) -> bool:
    """Are these few the only parameters in the model that require a gradient and that no optimizer holds?"""
    mine = set(map(id, own))
    others = [p for p in parameters_in(root) if p.requires_grad and id(p) not in mine]
    return len(others) > len(own) and all(id(p) in held for p in others)


def _beside(root: torch.nn.Module, tensor: torch.Tensor) -> list[torch.nn.Module]:
    """The other parts of a module, where there are several; what only wraps a part is looked through."""
    parts = _parts(root)
    while len(parts) == 1 and not entries_of(root, "_parameters"):
        root, parts = parts[0], _parts(parts[0])
    others = [m for m in parts if all(p is not tensor for p in parameters_in(m))]
    return others if len(others) > 1 and len(others) == len(parts) - 1 else []


def _parts(module: torch.nn.Module) -> list[torch.nn.Module]:
    return [m for _, m in children_of(module) if parameters_in(m)]


class Owners:
    """Which module a parameter belongs to, as far as the running program's variables show."""

    def __init__(self, search: Search) -> None:
        self.roots = search.outermost_modules()
        self._owner: dict[int, tuple[str, torch.nn.Module]] = {}
        self._inside: dict[int, set[int]] = {}  # id of an outermost module -> ids of its parameters
        self._parameters = {id(root): parameters_in(root) for _, root in self.roots}
        for path, root in self.roots:
            self._inside[id(root)] = set(map(id, self._parameters[id(root)]))
            for parameter in self._inside[id(root)]:
                self._owner.setdefault(parameter, (path, root))
        hidden = [h for path, root in self.roots for h in hidden_in(path, root)]
        self.hidden = [h for h in hidden if not h.is_shown_by(self._owner.keys())]
        self._twice = {i: names for path, root in self.roots for i, names in _in_two_places(path, root)}
        self._shared = _in_two_models(self.roots)
        self._hidden_by = {tensor: entry.seen for entry in self.hidden for tensor in entry.tensors}

    def of(self, tensor: torch.Tensor, held: set[int]) -> Owner:
        """What is known of the module that a parameter belongs to."""
        path, root = self._owner.get(id(tensor), ("", None))
        hidden = self._hidden_by.get(id(tensor))
        if hidden is not None:
            root = next((r for p, r in self.roots if hidden.module == p or hidden.module.startswith(f"{p}.")), root)
        return Owner(
            module=path,
            training=root is not None and attribute_of(root, "training") is True,
            partly_held=root is not None and not held.isdisjoint(self._inside[id(root)]),
            hidden=hidden,
            alone=_is_left_alone(root, tensor, held) if root is not None else "",
        )

    def beside(self, tensor: torch.Tensor) -> list[torch.Tensor]:
        """All parameters of the outermost module that this one belongs to."""
        _, root = self._owner.get(id(tensor), ("", None))
        return self.parameters_of(root) if root is not None else []

    def are_at_rest(self, tensors: list[torch.Tensor]) -> bool:
        """Is a module in eval mode that has one of these parameters of one model, whatever the mode of the whole?"""
        _, root = self._owner.get(id(tensors[0]), ("", None))
        modules = modules_in(root) if root is not None else ()
        resting = (module for _, module in modules if attribute_of(module, "training") is not True)
        ids = set(map(id, tensors))
        return any(id(p) in ids for module in resting for _, p in entries_of(module, "_parameters"))

    def owns(self, tensor: torch.Tensor) -> bool:
        return id(tensor) in self._owner

    def parameters(self) -> Iterator[list[torch.Tensor]]:
        """Those of each outermost module."""
        for _, root in self.roots:
            yield self.parameters_of(root)

    def parameters_of(self, root: torch.nn.Module) -> list[torch.Tensor]:
        return self._parameters[id(root)]

    def names_of_module(self, tensor: torch.Tensor) -> tuple[str, ...]:
        """The names of the module that a parameter is in, where it is two attributes of one object."""
        return self._twice.get(id(tensor), ())

    def models_that_share(self, tensor: torch.Tensor) -> tuple[tuple[str, torch.nn.Module], ...]:
        """The models that have the module of a parameter in common, each with the module's name in it."""
        return self._shared.get(id(tensor), ())

    def wholly_held(self, tensor: torch.Tensor, held: set[int]) -> bool:
        """Do optimizers hold all parameters of the module that this one belongs to?"""
        _, root = self._owner[id(tensor)]
        return self._inside[id(root)] <= held

    @cached_property
    def flags(self) -> list[Flag]:
        """What was set like a flag on modules and parameters, and is none."""
        return list(flags_without_effect(self.roots))
