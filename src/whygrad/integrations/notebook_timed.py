"""What `%time`, `%%time` and `%%timeit` compile: IPython names it as no text is named, so its cell is noted here."""

from __future__ import annotations

import contextlib
from types import CodeType
from typing import Any

from whygrad.source.texts_of_code import Standing, is_without_text, stands_in


class TimedCode:
    """From `begin` to `end`, code that a shell's magics compile is known to stand in the cell that runs."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._kind = type(shell.compile)
        self._parsed = ""  # the text that was parsed last: a magic parses, and then compiles
        self._cell, self._number = "", 0  # what runs now: its text as it was typed

    def begin(self) -> None:
        timed = self

        class Compiler(self._kind):  # type: ignore[name-defined, misc]
            def cache(self, transformed: str, number: int = 0, *args: Any, **kwargs: Any) -> Any:
                timed._number, timed._cell = number, kwargs.get("raw_code") or transformed
                return super().cache(transformed, number, *args, **kwargs)

            def ast_parse(self, source: str, *args: Any, **kwargs: Any) -> Any:
                timed._parsed = source
                return super().ast_parse(source, *args, **kwargs)

            def __call__(self, *args: Any, **kwargs: Any) -> Any:
                code = super().__call__(*args, **kwargs)
                with contextlib.suppress(Exception):  # ours is not the user's
                    timed._note(code)
                return code

        Compiler.__name__, Compiler.__qualname__ = self._kind.__name__, self._kind.__qualname__
        Compiler.__module__ = self._kind.__module__
        with contextlib.suppress(TypeError):  # a compiler of another kind, whose class cannot be replaced
            self._shell.compile.__class__ = Compiler

    def end(self) -> None:
        with contextlib.suppress(TypeError):
            self._shell.compile.__class__ = self._kind

    def _note(self, code: object) -> None:
        if type(code) is CodeType and is_without_text(code):
            text, before = standing_in(self._cell, self._parsed)
            file = self._kind.cache(self._shell.compile, text, self._number, self._cell)
            stands_in(code, Standing(file, before))


def standing_in(cell: str, source: str) -> tuple[str, int]:
    """The cell's lines as Python, with what a magic was given instead of the magic, and how many come before it."""
    lines, own = cell.rstrip().splitlines(), source.rstrip().splitlines()
    if lines and cell.lstrip().startswith("%%"):
        before = max(len(lines) - len(own), 0)
        return "\n".join([*(f"# {line}" for line in lines[:before]), *own]), before
    before = next((number for number, line in enumerate(lines) if source.strip() in line), 0)
    return "\n".join([*[""] * before, *own]), before
