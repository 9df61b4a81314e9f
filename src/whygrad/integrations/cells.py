"""The cells that ran, as one program, and the program's text as cells again."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

MARK = re.compile(r"^# In\[(\d+)\]$")
MAGIC = re.compile(r"^(\s*)([%!].*)$")
WHOLE = ("%%whygrad", "%%time", "%%timeit", "%%capture")  # magics of cells whose text is Python all the same


@dataclass(frozen=True)
class Cell:
    """A cell that ran: its number, its text as it was typed, and whether it ended well."""

    number: int
    text: str
    succeeded: bool = True


def worth_running(cells: Sequence[Cell]) -> list[Cell]:
    """The cells that made what there is now: those that ended well, and the last one."""
    last = cells[-1:]
    return [cell for cell in cells if (cell.succeeded or cell in last) and _is_python(plain(cell.text))]


def plain(text: str) -> str:
    """The cell with its magics left out; lines keep their numbers."""
    first = text.lstrip().split(None, 1)[:1]
    if first and first[0].startswith("%%") and first[0] not in WHOLE:
        return "pass"
    lines = text.splitlines()
    return "\n".join(_without_magic(line) for line in lines)


def _without_magic(line: str) -> str:
    found = MAGIC.match(line)
    if found is None:
        return line
    indent, magic = found.groups()
    return f"{indent}# {magic}" if magic.startswith("%%") else f"{indent}pass  # {magic}"


def _is_python(text: str) -> bool:
    try:
        return bool(ast.parse(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def as_program(cells: Sequence[Cell], folder: str) -> str:
    """One text that runs all cells in `folder`, each behind a mark."""
    begin = f"import sys; sys.path.insert(0, {folder!r})"
    if any("display(" in cell.text for cell in cells):
        begin += "; from IPython.display import display"
    return "\n".join([begin, *(f"# In[{cell.number}]\n{plain(cell.text)}" for cell in cells), ""])


def texts_in(program: str) -> dict[int, str]:
    """The text of each cell in the program, by its number."""
    found: dict[int, list[str]] = {}
    number = 0
    for line in program.splitlines():
        mark = MARK.match(line)
        if mark:
            number = int(mark.group(1))
        elif number:
            found.setdefault(number, []).append(line)
    return {number: "\n".join(lines).strip("\n") for number, lines in found.items()}


def typed(text: str) -> str:
    """The cell as the user would type it: with the magics that were left out."""
    return re.sub(r"(?m)^(\s*)(?:pass  )?# ([%!].*)$", r"\1\2", text)


def place_in_cells(program: str, line: int) -> tuple[int, int]:
    """The cell of a line of the program, and the line in it."""
    number = first = 0
    for at, text in enumerate(program.splitlines()[:line], 1):
        mark = MARK.match(text)
        if mark:
            number, first = int(mark.group(1)), at
    return number, line - first
