"""A place in Python text, and the chain of calls that led there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """An expression in Python text: lines and columns count from 1 in characters, the end is exclusive.

    A column of 0 means that only the line is known.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    function: str

    def contains(self, other: Place) -> bool:
        return (
            self.file == other.file
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )


Chain = tuple[Place, ...]  # the user's own call chain, outermost first; the last place is the expression itself


@dataclass(frozen=True)
class Definition:
    """A function in Python text: where it begins (its decorators belong to it), and its name."""

    file: str
    line: int
    name: str
