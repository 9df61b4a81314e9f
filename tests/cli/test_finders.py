"""A torch that is found by another finder than that of `sys.path` is recorded too."""

from __future__ import annotations

import pytest
from conftest import World

HOOKED = """
    import importlib.util, os, sys
    from importlib.machinery import PathFinder

    HIDDEN = [entry for entry in sys.path if os.path.isdir(os.path.join(entry, "torch"))]

    class Editable:
        @classmethod
        def find_spec(cls, fullname, path=None, target=None):
            return PathFinder.find_spec(fullname, HIDDEN) if fullname == "torch" else None

    class Hook:
        busy = False

        def find_spec(self, fullname, path=None, target=None):
            if self.busy or fullname != "torch":
                return None
            self.busy = True
            try:
                return importlib.util.find_spec(fullname)
            finally:
                self.busy = False

    class Plain:
        @staticmethod
        def find_spec(fullname, path=None, target=None):
            return None if fullname == "torch" else PathFinder.find_spec(fullname, path or [*sys.path, *HIDDEN])

    sys.path[:] = [entry for entry in sys.path if entry not in HIDDEN]
"""
LOSING = """
import torch
w = torch.ones(3, requires_grad=True)
w.detach().sum().backward()
"""


@pytest.mark.parametrize("finders", ["Editable, Plain", "Hook(), Editable, Plain"])
def test_a_torch_of_another_finder_is_recorded(world: World, finders: str) -> None:
    site = world.write("site/sitecustomize.py", HOOKED)
    with site.open("a", encoding="utf-8") as file:
        file.write(f"sys.meta_path.extend([{finders}])\n")
    world.write("main.py", LOSING)
    path = world.environment["PYTHONPATH"]
    world.settings["PYTHONPATH"] = f"{site.parent}:{path}" if path else str(site.parent)
    told = world.whygrad("run", "main.py").stderr
    assert "does not require grad" in told  # torch is found as Python finds it
    assert "error[detached-tensor]" in told
