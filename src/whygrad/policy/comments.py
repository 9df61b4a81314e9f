"""`# whygrad: allow[cause]` in the program's own text."""

from __future__ import annotations

import ast
import io
import re
import tokenize

from whygrad.recording import Place
from whygrad.source.files import SourceFiles

ALLOW = re.compile(r"#\s*whygrad:\s*allow\[([^\]]*)\]")


class Comments:
    """The comments of all files, each read once."""

    def __init__(self, sources: SourceFiles) -> None:
        self._sources = sources
        self._files: dict[str, dict[int, list[str]]] = {}

    def at(self, place: Place) -> list[str]:
        """The causes that are allowed on the lines of the statement that the place stands in."""
        return [cause for _, cause in self.lines_at(place)]

    def lines_at(self, place: Place) -> list[tuple[int, str]]:
        """The same, each with its line."""
        lines = self._by_line(place.file)
        return (
            [(number, cause) for number in self._statement(place) for cause in lines.get(number, ())] if lines else []
        )

    def _by_line(self, file: str) -> dict[int, list[str]]:
        if file not in self._files:
            text = self._sources.text(file)
            self._files[file] = _read(text) if ALLOW.search(text) else {}
        return self._files[file]

    def _statement(self, place: Place) -> range:
        """Its lines; of a statement with a body only those above the body."""
        statement = self._sources.syntax(place.file).smallest_statement(place.line)
        if not isinstance(statement, ast.stmt):
            return range(place.line, max(place.line, place.end_line) + 1)
        end = statement.end_lineno or statement.lineno
        body = getattr(statement, "body", None) or getattr(statement, "cases", None)
        if isinstance(body, list):
            first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
            end = max(first.lineno - 1, statement.lineno)
        return range(min(statement.lineno, place.line), max(end, place.line) + 1)


def _read(text: str) -> dict[int, list[str]]:
    """Comments alone: the same words may stand in a string."""
    found: dict[int, list[str]] = {}
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            match = ALLOW.search(token.string) if token.type == tokenize.COMMENT else None
            if match:
                found[token.start[0]] = [name.strip() for name in match[1].split(",") if name.strip()]
    except (tokenize.TokenError, SyntaxError):
        pass  # what was read before it counts
    return found
