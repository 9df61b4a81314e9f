"""The program's own text, read once, decoded as Python decodes it, also from notebook cells."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Mapping
from types import CodeType

from whygrad.recording import Place
from whygrad.source.inquiry import Inquiry
from whygrad.source.positions import Positions
from whygrad.source.syntax import Syntax

NOTHING = Syntax(ast.Module([], []), ())


class SourceFiles:
    """Text by file name. What was put in with a recording comes first; otherwise it is read from disk or linecache."""

    def __init__(self, texts: Mapping[str, str] | None = None, inquiry: Inquiry | None = None) -> None:
        self.inquiry = inquiry or Inquiry()
        self._texts: dict[str, str] = dict(texts or {})
        self._syntaxes: dict[str, Syntax | None] = {}
        self._lines: dict[str, list[str]] = {}
        self._positions: dict[int, Positions] = {}

    def text(self, file: str) -> str:
        """The file's text, or "" where there is none."""
        if file not in self._texts:
            # linecache knows notebook cells and honours coding cookies; form feeds do not end its lines.
            try:
                self._texts[file] = "".join(linecache.getlines(file))
            except (OSError, ValueError):  # a name that no file can have; an encoding that does not decode
                self._texts[file] = ""
        return self._texts[file]

    def lines(self, file: str) -> list[str]:
        """Lines without their ends, split only where Python's tokenizer splits."""
        if file not in self._lines:
            self._lines[file] = self.text(file).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return self._lines[file]

    def line(self, file: str, number: int) -> str:
        lines = self.lines(file)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def tree(self, file: str) -> ast.Module | None:
        """The parsed file, or None where it does not parse."""
        syntax = self._syntax(file)
        return syntax.tree if syntax is not None else None

    def syntax(self, file: str) -> Syntax:
        """The parsed file with an index over it; an empty one where it does not parse."""
        self.inquiry.budget.check()
        return self._syntax(file) or NOTHING

    def _syntax(self, file: str) -> Syntax | None:
        if file not in self._syntaxes:
            self._syntaxes[file] = self.inquiry.syntax(file, self.text(file), self.lines(file))
        return self._syntaxes[file]

    def positions(self, code: CodeType) -> Positions:
        """Where the instructions of a code object stand; by identity, because comparing code takes long."""
        if id(code) not in self._positions:
            self._positions[id(code)] = Positions(code)
        return self._positions[id(code)]

    def segment(self, place: Place) -> str:
        """The text of a place; its whole first line where columns are unknown."""
        if not place.column:
            return self.line(place.file, place.line).strip()
        if place.line == place.end_line:
            return self.line(place.file, place.line)[place.column - 1 : place.end_column - 1]
        last_line = min(place.end_line, len(self.lines(place.file)) + 1)
        middle = [self.line(place.file, n) for n in range(place.line + 1, last_line)]
        first = self.line(place.file, place.line)[place.column - 1 :]
        last = self.line(place.file, place.end_line)[: place.end_column - 1]
        return "\n".join([first, *middle, last])

    def all_texts(self) -> list[str]:
        """Those that were put in or read so far."""
        return list(self._texts.values())

    def texts(self, files: set[str]) -> dict[str, str]:
        return {file: self.text(file) for file in sorted(files)}
