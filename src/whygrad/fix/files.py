"""The program's files: read once, compared before they are written, and written as a whole."""

from __future__ import annotations

import difflib
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from whygrad.fix.change import LINE_END, Unreadable, decoded, lines_of
from whygrad.whole_file import write_whole_bytes

OUTSIDE = 128  # git's status where it can say nothing
ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")  # a hook of git is told of its own repository by these


class Refused(Exception):
    """The change is not written: one line for the user."""


class Files:
    """What the program's files held when a change was made for them."""

    def __init__(self) -> None:
        self._contents: dict[str, bytes] = {}

    def read(self, file: str, as_run: str | None) -> str | None:
        """The file's text with its own line ends; None where the program has read something else."""
        try:
            content = Path(file).read_bytes()
            text, _ = decoded(content, file)
        except (OSError, Unreadable):
            return None
        if as_run is not None and LINE_END.sub("\n", text.rstrip()) != LINE_END.sub("\n", as_run.rstrip()):
            return None
        self._contents.setdefault(file, content)
        return text

    def diff(self, texts: Mapping[str, str], cwd: str) -> str:
        """The changes as a unified diff, with names that `git apply` and `patch -p1` understand."""
        parts: list[str] = []
        for file, new in texts.items():
            old, _ = decoded(self._contents[file], file)
            name = os.path.relpath(file, cwd).replace(os.sep, "/")
            lines = difflib.unified_diff(lines_of(old), lines_of(new), f"a/{name}", f"b/{name}")
            for line in lines:
                parts.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
        return "".join(parts)

    def write(self, texts: Mapping[str, str], allow_dirty: bool) -> None:
        """Put the texts into the files; raises Refused, with nothing written, where one of them must not be touched."""
        for file in texts:
            try:
                now = Path(file).read_bytes()
            except OSError as error:
                raise Refused(f"can't read {file!r}: {error.strerror}") from None
            if now != self._contents[file]:
                raise Refused(f"{file!r} was changed since the program ran")
            if not allow_dirty and has_uncommitted_changes(file):
                raise Refused(f"{file!r} has uncommitted changes; commit them, or pass --allow-dirty")
        written: list[str] = []
        try:
            for file, text in texts.items():
                _, encoding = decoded(self._contents[file], file)
                write_whole_bytes(file, text.encode(encoding))
                written.append(file)
        except OSError as error:
            for file in written:
                write_whole_bytes(file, self._contents[file])
            raise Refused(f"can't write {error.filename!r}: {error.strerror}") from None


def has_uncommitted_changes(file: str) -> bool:
    """Does git know of changes in the file, or not of the file, or refuse to tell? No where there is no git."""
    known = _git(file, "ls-files", "--error-unmatch")
    if known is None or (known.returncode == OUTSIDE and b"not a git repository" in known.stderr):
        return False
    changed = _git(file, "status", "--porcelain")
    return known.returncode != 0 or changed is None or changed.returncode != 0 or bool(changed.stdout.strip())


def _git(file: str, *words: str) -> subprocess.CompletedProcess[bytes] | None:
    """What git says of one file; None where it is not installed."""
    file = os.path.realpath(file)
    command = ["git", "-C", os.path.dirname(file), *words, "--", os.path.basename(file)]
    plain = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    try:
        return subprocess.run(
            command, capture_output=True, stdin=subprocess.DEVNULL, check=False, env={**plain, "LC_ALL": "C"}
        )
    except OSError:
        return None
