"""The program's other modules: what is said in them counts too, where no call of them is on record."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from whygrad.record.seam.as_is import attribute_of, is_exactly
from whygrad.source.owner import Ownership

MOST = 128


def loaded_beside(files: Iterable[str], ownership: Ownership) -> set[str]:
    """The files of modules that were loaded from the folders of these files, or from below."""
    own = (file for file in files if not file.startswith("<") and ownership[file])
    folders = tuple({os.path.dirname(file) + os.sep for file in own})
    found: set[str] = set()
    for module in list(sys.modules.values()) if folders else ():
        file = attribute_of(module, "__file__")
        if is_exactly(file, str) and file.endswith(".py") and file.startswith(folders) and ownership[file]:
            found.add(file)
            if len(found) >= MOST:
                break
    return found
