"""The program's other modules: what is said in them counts too, where no call of them is on record."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from itertools import islice
from types import ModuleType

from whygrad.source.owner import Ownership

MOST = 128
END = "\0"  # of a name: none has it


def loaded_beside(files: Iterable[str], ownership: Ownership) -> set[str]:
    """The files of modules that were loaded from the folders of these files, or from below."""
    own = (file for file in files if not file.startswith("<") and ownership[file])
    folders = {os.path.dirname(file) + os.sep for file in own}
    loaded = LOADED.below(folders) if folders else ()
    return set(islice((file for file in loaded if ownership[file]), MOST))


def own_modules(ownership: Ownership) -> list[ModuleType]:
    """Those of the program's that lie where its calls came from, and the one that runs, which may be without a file."""
    files = loaded_beside([file for file, is_own in list(ownership.items()) if is_own], ownership)
    names = dict.fromkeys(["__main__", *(LOADED.module_of[file] for file in sorted(files))])
    found = (sys.modules.get(name) for name in names)
    return [module for module in found if type(module) is ModuleType]


class LoadedFiles:
    """The files of all modules, of which there are thousands: each is asked once.

    Their names are one text, in which folders are searched for: to go through thousands of names takes longer.
    """

    def __init__(self) -> None:
        self.module_of: dict[str, str] = {}  # by its file
        self._names = END
        self._asked = 0

    def files(self) -> list[str]:
        self._ask()
        return self._names[1:-1].split(END) if len(self._names) > 1 else []

    def below(self, folders: Iterable[str]) -> list[str]:
        """Those whose names begin with one of these, in the order in which they were asked."""
        self._ask()
        found: dict[int, str] = {}
        for folder in folders:
            start = self._names.find(END + folder)
            while start >= 0:
                end = self._names.index(END, start + 1)
                found[start] = self._names[start + 1 : end]
                start = self._names.find(END + folder, end)
        return [found[start] for start in sorted(found)]

    def _ask(self) -> None:
        new = len(sys.modules) - self._asked
        if new < 0:  # some are gone, and nobody knows which
            self._names, self._asked, new = END, 0, len(sys.modules)
        if not new:
            return
        self._asked += new
        latest = list(islice(reversed(sys.modules.items()), new))  # at once: other threads load modules too
        files = ((name, module.__dict__.get("__file__")) for name, module in latest if type(module) is ModuleType)
        new_ones = {f: name for name, f in files if type(f) is str and f.endswith(".py") and END not in f}
        self.module_of.update(new_ones)
        self._names += "".join(file + END for file in new_ones)


LOADED = LoadedFiles()
