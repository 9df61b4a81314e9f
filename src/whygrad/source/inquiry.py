"""One explanation: the time that it may take, and the texts that were parsed for it, each once."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence

from whygrad.source.budget import Budget
from whygrad.source.parsing import parsed
from whygrad.source.syntax import Syntax
from whygrad.source.values.bindings import Bindings
from whygrad.source.values.file_bindings import FileBindings

LONGEST = 1_000_000  # characters of a text that is parsed: some 30,000 lines, which take a second or two


class Inquiry:
    """What all recordings of a run have in common while they are explained."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget(math.inf)
        self.untold: dict[str, None] = {}  # what was left out, where no diagnostic says so
        self._parsed: dict[tuple[str, str], Syntax | None] = {}
        self._bound: dict[Syntax, FileBindings] = {}
        self._bindings: dict[tuple[Syntax, ...], Bindings] = {}

    def leave_out(self, recordings: int) -> None:
        """There is no time left for so many recordings."""
        self.untold[f"{recordings} more recording{'' if recordings == 1 else 's'} not inspected"] = None

    @property
    def note(self) -> str:
        """What no diagnostic says, or nothing."""
        return self.budget.sentence(self.untold)

    def syntax(self, file: str, text: str, lines: Sequence[str]) -> Syntax | None:
        """The parsed text; None where it does not parse, or is too long."""
        if len(text) > LONGEST:
            self.budget.leave_out(f"`{os.path.basename(file)}` is longer than {LONGEST:,} characters, and was not read")
            return None
        if (file, text) not in self._parsed:
            self._parsed[file, text] = self._parse(text, lines)
        return self._parsed[file, text]

    def bindings(self, files: Sequence[tuple[str, Syntax]]) -> Bindings:
        """The bindings of these files, in this order."""
        key = tuple(syntax for _, syntax in files)
        if key not in self._bindings:
            for file, syntax in files:
                if syntax not in self._bound:
                    self._bound[syntax] = FileBindings(file, syntax)
            self._bindings[key] = Bindings([self._bound[syntax] for syntax in key])
        return self._bindings[key]

    def _parse(self, text: str, lines: Sequence[str]) -> Syntax | None:
        try:
            return Syntax(parsed(text), lines)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
