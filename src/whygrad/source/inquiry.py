"""One explanation: the time that it may take, and the texts that were parsed for it, each once."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence

from whygrad.source.budget import Budget
from whygrad.source.syntax import Syntax

LONGEST = 1_000_000  # characters of a text that is parsed: some 30,000 lines, which take a second or two


class Inquiry:
    """What all recordings of a run have in common while they are explained."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget(math.inf)
        self._parsed: dict[tuple[str, str], Syntax | None] = {}

    def syntax(self, file: str, text: str, lines: Sequence[str]) -> Syntax | None:
        """The parsed text; None where it does not parse, or is too long."""
        if (file, text) not in self._parsed:
            self._parsed[file, text] = self._parse(text, lines)
        return self._parsed[file, text]

    def _parse(self, text: str, lines: Sequence[str]) -> Syntax | None:
        if len(text) > LONGEST:
            return None
        try:
            return Syntax(ast.parse(text), lines)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
