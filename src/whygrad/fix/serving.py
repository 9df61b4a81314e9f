"""Edited texts in the place of files: what the program imports is compiled from them, and no file is touched."""

from __future__ import annotations

import io
import json
import linecache
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from multiprocessing import spawn
from types import CodeType, ModuleType
from typing import IO, Any

from whygrad.fix.change import decoded, lines_of


class _EditedLoader(SourceFileLoader):
    """Loads a module from its edited text; a cached compilation of the file is neither read nor written."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        code = compile(self._text, self.path, "exec", dont_inherit=True)
        assert isinstance(code, CodeType)
        return code

    def get_source(self, fullname: str) -> str:
        return self._text


class _Finder(MetaPathFinder):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {os.path.realpath(file): text for file, text in texts.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or not isinstance(spec.loader, SourceFileLoader) or spec.origin is None:
            return None
        text = self._texts.get(os.path.realpath(spec.origin))
        if text is None:
            return None
        spec.loader = _EditedLoader(fullname, spec.origin, text)
        return spec


def serve_spawned(order: str) -> None:
    """In a process that the program has spawned: its script is run from there too, by the file's name."""
    with open(order, encoding="utf-8") as file:
        texts: dict[str, str] = json.load(file)["texts"]
    serve(texts)
    plain = io.open_code

    def open_code(path: str) -> IO[bytes]:
        if path not in texts:
            return plain(path)
        with plain(path) as file:
            encoding = decoded(file.read(), path)[1]  # which the text itself may name
        return io.BytesIO(texts[path].encode(encoding))

    io.open_code = open_code


def hand_on_to_spawned(order: str) -> None:
    """Processes that `multiprocessing` spawns begin with `serve_spawned`."""
    plain = spawn.get_command_line

    def get_command_line(**given: Any) -> list[str]:
        command = list(plain(**given))
        if "-c" in command:
            at = command.index("-c") + 1
            command[at] = f"from whygrad.fix.serving import serve_spawned; serve_spawned({order!r}); {command[at]}"
        return command

    spawn.get_command_line = get_command_line


def serve(texts: Mapping[str, str]) -> None:
    """From now on modules come from these texts; tracebacks, `inspect` and whygrad itself show them too."""
    for file, text in texts.items():
        # Without a time of change: `linecache` never compares such an entry with the file.
        linecache.cache[file] = (len(text), None, lines_of(text), file)
    if texts:
        sys.meta_path.insert(0, _Finder(texts))
