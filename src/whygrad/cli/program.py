"""Runs the user's program as `python` would run it, in this process."""

from __future__ import annotations

import builtins
import io
import linecache
import marshal
import os
import pkgutil
import runpy
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import BuiltinImporter, SourceFileLoader, SourcelessFileLoader
from importlib.util import MAGIC_NUMBER
from types import CodeType, ModuleType

from whygrad.cli.ending import Ending
from whygrad.own_frames import without_own_frames

PYC_HEADER = 16
TEXT = "<string>"  # the file of a program that is given as text


class CannotStart(Exception):
    """The program could not be started: one line for the user, and the exit status."""

    def __init__(self, line: str, status: int = 2) -> None:
        super().__init__(line)
        self.status = status


@dataclass(frozen=True)
class Program:
    """A script, a folder or zip file with a `__main__.py`, or a module, with the program's own arguments."""

    kind: str  # "script", "container" (a folder or zip file), "module", "command" (a text)
    name: str  # as given: the path, or the module's name
    arguments: tuple[str, ...]
    content: bytes = b""  # of a script; read once, since it may be a pipe: `whygrad run <(…)`

    @staticmethod
    def from_arguments(name: str, arguments: Sequence[str], *, module: bool) -> Program:
        """The program so named; raises CannotStart where there is no such file."""
        if module:
            return Program("module", name, tuple(arguments))
        path = _absolute(name)
        if pkgutil.get_importer(path) is not None:
            return Program("container", name, tuple(arguments))
        try:
            with io.open_code(path) as file:
                return Program("script", name, tuple(arguments), file.read())
        except OSError as error:
            problem = f"can't open file {path!r}: [Errno {error.errno}] {error.strerror}"
            raise CannotStart(problem) from None

    @staticmethod
    def from_text(text: str, arguments: Sequence[str]) -> Program:
        """What `python -c` runs."""
        return Program("command", TEXT, tuple(arguments), text.encode("utf-8", "surrogateescape"))

    @property
    def file(self) -> str:
        """The absolute path of a script or container, spelled as Python spells it: not normalised."""
        return _absolute(self.name)

    @property
    def path_entry(self) -> str:
        """What Python puts first on `sys.path` for such a program."""
        if self.kind == "command":
            return ""
        if self.kind == "module":
            return current_directory()
        return self.file if self.kind == "container" else os.path.dirname(os.path.realpath(self.file))

    def prepare(self) -> None:
        """Set `sys.argv`, `sys.path[0]` and a fresh `__main__`, as at the start of `python`."""
        sys.argv[:] = [{"module": "-m", "command": "-c"}.get(self.kind, self.name), *self.arguments]
        safe = getattr(sys.flags, "safe_path", False) or sys.flags.isolated
        if not safe and sys.path:
            del sys.path[0]  # the entry of the command `whygrad` itself
        if not safe or self.kind == "container":
            sys.path.insert(0, self.path_entry)
        sys.modules["__main__"] = self._fresh_main()

    def execute(self) -> Ending:
        """Run the program, once prepared, and tell how it ended; nothing that it raises comes out."""
        try:
            if self.kind in ("script", "command"):
                exec(self._code(), sys.modules["__main__"].__dict__)
            else:
                # What `python` itself calls, so that `__spec__`, messages and tracebacks are the same.
                runpy._run_module_as_main(  # type: ignore[attr-defined]
                    self.name if self.kind == "module" else "__main__", self.kind == "module"
                )
        except BaseException as error:
            without_own_frames(error)
            if self.kind in ("script", "command"):
                _flush_output()
            return Ending(error)
        _flush_output()
        return Ending(None)

    @property
    def _is_compiled(self) -> bool:
        return self.name.endswith(".pyc") or self.content[:2] == MAGIC_NUMBER[:2]

    def _code(self) -> CodeType:
        if self.kind == "command":
            text = self.content.decode("utf-8", "surrogateescape")
            # By this its lines can be shown, which newer versions of Python do themselves.
            linecache.cache[TEXT] = (len(text), None, text.splitlines(keepends=True), TEXT)
            return compile(text, TEXT, "exec", dont_inherit=True)
        if not self._is_compiled:
            return compile(self.content, self.file, "exec", dont_inherit=True)
        if self.content[:4] != MAGIC_NUMBER:
            raise RuntimeError("Bad magic number in .pyc file")
        code = marshal.loads(self.content[PYC_HEADER:])
        if not isinstance(code, CodeType):
            raise RuntimeError("Bad code object in .pyc file")
        return code

    def _fresh_main(self) -> ModuleType:
        ours = vars(sys.modules["__main__"])
        main = ModuleType("__main__")
        if "__annotations__" in ours:  # depends on the version of Python
            main.__annotations__ = {}
        main.__dict__["__builtins__"] = builtins
        if self.kind == "command":
            main.__loader__ = BuiltinImporter
        if self.kind == "script":
            loader = SourcelessFileLoader if self._is_compiled else SourceFileLoader
            main.__loader__ = loader("__main__", self.file)
            main.__file__ = self.file
            if sys.version_info < (3, 15):
                main.__dict__["__cached__"] = None
        return main


def _absolute(path: str) -> str:
    return path if os.path.isabs(path) else os.path.join(current_directory(), path)


def current_directory() -> str:
    """The working directory, or "." where it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return os.curdir


def _flush_output() -> None:
    for name in ("stderr", "stdout"):
        try:
            getattr(sys, name).flush()
        except Exception:  # closed, removed or full: Python tries again at its end and decides the status then
            continue
