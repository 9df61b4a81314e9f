"""The program's other modules: what is said in them counts too, where no call of them is on record."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from types import ModuleType

from whygrad.source.owner import Ownership

MOST = 128


def loaded_beside(files: Iterable[str], ownership: Ownership) -> set[str]:
    """The files of modules that were loaded from the folders of these files, or from below."""
    own = (file for file in files if not file.startswith("<") and ownership[file])
    folders = tuple({os.path.dirname(file) + os.sep for file in own})
    found: set[str] = set()
    for module in list(sys.modules.values()) if folders else ():
        file = ModuleType.__getattribute__(module, "__dict__").get("__file__") if type(module) is ModuleType else None
        if type(file) is str and file.endswith(".py") and file.startswith(folders) and ownership[file]:
            found.add(file)
            if len(found) >= MOST:
                break
    return found
