"""The program's other modules: what is said in them counts too, where no call of them is on record."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from itertools import islice
from types import ModuleType

from whygrad.source.owner import Ownership

MOST = 128


def loaded_beside(files: Iterable[str], ownership: Ownership) -> set[str]:
    """The files of modules that were loaded from the folders of these files, or from below."""
    own = (file for file in files if not file.startswith("<") and ownership[file])
    folders = tuple({os.path.dirname(file) + os.sep for file in own})
    loaded = LOADED.files() if folders else ()
    return set(islice((file for file in loaded if file.startswith(folders) and ownership[file]), MOST))


class LoadedFiles:
    """The files of all modules, of which there are thousands: each is asked once."""

    def __init__(self) -> None:
        self._files: list[str] = []
        self._asked = 0

    def files(self) -> list[str]:
        new = len(sys.modules) - self._asked
        if new < 0:  # some are gone, and nobody knows which
            self._files, self._asked, new = [], 0, len(sys.modules)
        self._asked += new
        latest = list(islice(reversed(sys.modules.values()), new))  # at once: other threads load modules too
        files = [module.__dict__.get("__file__") for module in latest if type(module) is ModuleType]
        self._files += [file for file in files if type(file) is str and file.endswith(".py")]
        return self._files


LOADED = LoadedFiles()
