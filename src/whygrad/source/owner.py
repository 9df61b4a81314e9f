"""Whose code a file is: the user's own, or a library's."""

from __future__ import annotations

import linecache
import os
import site
import sysconfig

from whygrad.source.texts_of_code import has_own_text

# What installers name the folders of packages: one may be another environment's, on the path by PYTHONPATH or a `.pth`.
PACKAGES = tuple(f"{os.sep}{name}{os.sep}" for name in ("site-packages", "dist-packages"))


def _library_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    folders = {paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib", "scripts") if key in paths}
    folders.update(getattr(site, "getsitepackages", list)())
    folders.add(site.getusersitepackages())
    folders.add(os.path.dirname(os.__file__))  # in a virtual environment: the base interpreter's
    folders.add(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # whygrad itself, also from a checkout
    return tuple(os.path.realpath(f) + os.sep for f in folders if f)


class Ownership(dict[str, bool]):
    """`ownership[file]` is True for the user's own files; a dict, because it is asked at every recorded call.

    `own` names folders that are the user's although they lie among the libraries (`whygrad run -m package`).
    """

    def __init__(self, own: tuple[str, ...] = (), libraries: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.most = 65_536  # files; a program may make up names as it runs
        self._libraries = _library_folders() + tuple(os.path.realpath(f) + os.sep for f in libraries)
        self._own = tuple(os.path.realpath(f) + os.sep for f in own)
        self._folders: dict[str, str] = {}  # as they are named -> where they really are; empty of a library's

    def __missing__(self, file: str) -> bool:
        if len(self) >= self.most:
            self.clear()
            self._folders.clear()
        mine = self[file] = self._is_own(file)
        return mine

    def _is_own(self, file: str) -> bool:
        if self._folders.get(file[: file.rfind(os.sep)]) == "":
            return False  # mostly, of thousands: no file of a library's is asked for whether it is a link
        if file.startswith("<"):
            # Generated code (dataclasses, einops, `exec`) unless its text can be shown, as a notebook cell's can.
            return not file.startswith("<frozen") and (has_own_text(file) or bool(linecache.getlines(file)))
        folder, name = os.path.split(file)
        if not os.path.isabs(folder):
            return self._is_own_path(os.path.realpath(file))
        if folder not in self._folders:
            real = os.path.realpath(folder)
            self._folders[folder] = real if self._is_own_path(real + os.sep) else ""
        real = self._folders[folder]
        if not real:
            return False
        path = os.path.join(real, name)
        return self._is_own_path(os.path.realpath(path) if os.path.islink(path) else path)

    def _is_own_path(self, path: str) -> bool:
        if path.startswith(self._own):
            return True
        return not path.startswith(self._libraries) and not any(folder in path for folder in PACKAGES)
