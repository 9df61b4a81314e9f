"""Which of many spans of lines a line lies in, without asking each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Intervals(Generic[Item]):
    """Items by the lines that they span. A span is kept in a few cells of a binary tree over all lines.

    So a function of ten thousand lines takes some twenty entries, and a line asks one cell of each level.
    """

    def __init__(self, lines: int) -> None:
        self._lines = lines + 1
        self._cells: dict[int, list[Item]] = defaultdict(list)

    def add(self, first: int, last: int, item: Item) -> None:
        low, high = first + self._lines, last + 1 + self._lines
        while low < high:
            if low & 1:
                self._cells[low].append(item)
                low += 1
            if high & 1:
                high -= 1
                self._cells[high].append(item)
            low, high = low >> 1, high >> 1

    def at(self, line: int) -> Iterator[Item]:
        cell = line + self._lines if 0 <= line < self._lines else 0
        while cell:
            yield from self._cells.get(cell, ())
            cell >>= 1
