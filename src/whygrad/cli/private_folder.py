"""A folder that processes of one user share, and nobody else can write into or has prepared."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

NAME = "whygrad"
NOT_THROUGH_LINKS = getattr(os, "O_NOFOLLOW", 0)
DAY = 86_400


class PrivateFolder:
    """Small files by name. On POSIX all goes through the folder's handle: what its path leads to later is all one."""

    def __init__(self, path: str, handle: int | None) -> None:
        self._path = path
        self._handle = handle

    def create(self, name: str, text: str) -> bool:
        """Make a file; False where there is one already, which is left as it is."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOT_THROUGH_LINKS
        try:
            handle = os.open(self._of(name), flags, 0o600, dir_fd=self._handle)
        except FileExistsError:
            return False
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        return True

    def read(self, name: str) -> str:
        handle = os.open(self._of(name), os.O_RDONLY | NOT_THROUGH_LINKS, dir_fd=self._handle)
        with open(handle, encoding="utf-8", errors="replace") as file:
            return file.read(1_000)

    def remove_old(self) -> None:
        """Remove what is older than a day."""
        for name in os.listdir(self._path if self._handle is None else self._handle):
            with suppress(OSError):  # another process is faster
                if time.time() - os.stat(self._of(name), dir_fd=self._handle, follow_symlinks=False).st_mtime > DAY:
                    os.unlink(self._of(name), dir_fd=self._handle)

    def _of(self, name: str) -> str:
        return os.path.join(self._path, name) if self._handle is None else name


@contextmanager
def private_folder() -> Iterator[PrivateFolder | None]:
    """The folder, made where it is missing; None where there is no place in which only this user can make one.

    It is made in the user's own folders, where no stranger can be first, and never in the one for temporary files.
    """
    for base in _own_folders():
        path = os.path.join(base, NAME)
        try:
            os.makedirs(path, mode=0o700, exist_ok=True)
            handle = _opened(path)
        except OSError:
            continue
        try:
            yield PrivateFolder(path, handle)
        finally:
            if handle is not None:
                os.close(handle)
        return
    yield None


def _own_folders() -> Iterator[str]:
    for variable in ("XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        folder = os.environ.get(variable, "")
        if os.path.isabs(folder) and os.path.isdir(folder):
            yield folder
    home = os.path.expanduser("~")
    if os.path.isabs(home) and os.path.isdir(home):
        yield os.path.join(home, ".cache")


def _opened(path: str) -> int | None:
    """A handle of the folder, once it is known to be this user's own; None where there are no such handles."""
    if os.open not in os.supports_dir_fd or not hasattr(os, "getuid"):
        return None  # Windows, where these folders are the user's own by their rights
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | NOT_THROUGH_LINKS)
    try:
        status = os.fstat(handle)
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
            raise PermissionError(f"{path} belongs to somebody else")
        if stat.S_IMODE(status.st_mode) != 0o700:
            os.fchmod(handle, 0o700)
    except BaseException:
        os.close(handle)
        raise
    return handle
