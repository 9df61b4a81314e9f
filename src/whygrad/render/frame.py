"""The frame of a drawing: line numbers, bars, arrows and the remarks below."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.render.text import Line, wrap


@dataclass(frozen=True)
class Frame:
    """Draws single lines of a diagnostic whose line numbers have at most `digits` digits."""

    digits: int
    width: int

    @property
    def room(self) -> int:
        """Cells for source text."""
        return self.width - self.digits - len(" | ")

    def arrow(self, sign: str, location: str) -> Line:
        return ((" " * self.digits + sign, "frame"), (f" {location}", "location"))

    def bar(self) -> Line:
        return ((" " * self.digits + " |", "frame"),)

    def gap(self) -> Line:
        return (("...", "frame"),)

    def source(self, number: int, text: str) -> Line:
        return ((f"{number:<{self.digits}}", "line-number"), (" | ", "frame"), (text, "source"))

    def under(self, row: Line) -> Line:
        return (*self.bar(), (" ", ""), *row)

    def change(self, number: int, sign: str, text: str) -> Line:
        role = "removed" if sign == "-" else "added"
        return ((f"{number:<{self.digits}}", "line-number"), (f" {sign} ", role), (text, role))

    def remark(self, role: str, text: str) -> list[Line]:
        """`= note: text`, wrapped so that all its lines begin in one column."""
        indent = " " * (self.digits + 1)
        head: Line = ((f"{indent}= ", "frame"), (role, role), (": ", ""))
        hanging = " " * sum(len(part) for part, _ in head)
        first, *rest = wrap(text, self.width - len(hanging))
        return [(*head, (first, "")), *(((hanging, ""), (line, "")) for line in rest)]
