"""Parameters that get gradients although no optimizer holds them, and modules whose flags say what is meant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from whygrad.record import torch_api
from whygrad.record.names import Search
from whygrad.record.origin import LEAF, REQUIRES_GRAD, Origin
from whygrad.record.unregistered import hidden_in

MOST_ORIGINS = 50_000


def leaves_behind(roots: Iterable[Origin]) -> list[Origin]:
    """The leaves that require a gradient and that autograd's own ways from the roots lead to."""
    seen: set[int] = set()
    found: dict[int, Origin] = {}
    queue = list(roots)
    for origin in queue:
        if id(origin) in seen or len(seen) > MOST_ORIGINS:
            continue
        seen.add(id(origin))
        if origin.flags & LEAF:
            if origin.flags & REQUIRES_GRAD:
                found[id(origin)] = origin
        else:
            queue.extend(p for p in origin.parents if p.flags & REQUIRES_GRAD)
    return list(found.values())


class Owners:
    """Which module a parameter belongs to, as far as the running program's variables show."""

    def __init__(self, search: Search) -> None:
        self._roots = search.outermost_modules()
        self._owner: dict[int, tuple[str, torch.nn.Module]] = {}
        self._inside: dict[int, set[int]] = {}  # id of an outermost module -> ids of its parameters
        for path, root in self._roots:
            self._inside[id(root)] = {id(p) for p in root.parameters()}
            for parameter in self._inside[id(root)]:
                self._owner.setdefault(parameter, (path, root))
        self.hidden = [h for path, root in self._roots for h in hidden_in(path, root)]
        self._hidden_by = {tensor: entry for entry in self.hidden for tensor in entry["ids"]}

    def of(self, tensor: torch.Tensor, held: set[int]) -> dict[str, Any]:
        """What is known of the module that a parameter belongs to."""
        path, root = self._owner.get(id(tensor), ("", None))
        hidden = self._hidden_by.get(id(tensor))
        if hidden is not None:
            root = next(
                (r for p, r in self._roots if hidden["module"] == p or hidden["module"].startswith(f"{p}.")), root
            )
        return {
            "module": path,
            "class": type(root).__name__ if root is not None else "",
            "training": bool(root is not None and root.training),
            "partly_held": root is not None and not held.isdisjoint(self._inside[id(root)]),
            "hidden": {k: v for k, v in hidden.items() if k != "ids"} if hidden is not None else None,
        }

    def owns(self, tensor: torch.Tensor) -> bool:
        return id(tensor) in self._owner

    def wholly_held(self, tensor: torch.Tensor, held: set[int]) -> bool:
        """Do optimizers hold all parameters of the module that this one belongs to?"""
        _, root = self._owner[id(tensor)]
        return self._inside[id(root)] <= held

    def flags(self) -> list[dict[str, Any]]:
        """Modules that were given a `requires_grad` of their own: it reaches none of their parameters."""
        found = []
        for path, root in self._roots:
            for inner, module in root.named_modules():
                value = vars(module).get("requires_grad")
                if value is None:
                    continue
                against = {id(p) for p in module.parameters() if torch_api.requires_grad(p) != value}
                if isinstance(value, bool) and against:
                    name = f"{path}.{inner}" if inner else path
                    found.append({"module": name, "value": value, "ids": against})
        return found
