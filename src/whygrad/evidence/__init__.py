"""What watchers saw and causes read: frozen data, one module a family. No torch, no graph.

What one watcher sees for one cause alone stands in `of_one_cause/`. A class of evidence is found because its module
exists, so that a saved Recording can be read again.
"""

from __future__ import annotations

import importlib
import pkgutil


class Evidence:
    """What one watcher saw of one thing. Subclasses are frozen dataclasses; nodes are given by their index."""


def kinds() -> dict[str, type[Evidence]]:
    """Every class of evidence by its name."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
    found: dict[str, type[Evidence]] = {}
    queue = Evidence.__subclasses__()
    for kind in queue:
        found[kind.__name__] = kind
        queue += kind.__subclasses__()
    return found
