"""JSON made small, as text: chains of places once, tables as columns, values that come again as letters.

It knows of places, and of nothing else that a recording holds: a new field or fact needs no change here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import accumulate, groupby, islice, pairwise, repeat
from typing import Any

PLACE = ("file", "line", "column", "end_line", "end_column", "function")
# A folded object has one of these keys, which no object of a recording has.
CHAIN, ROWS, SAME, GROWING, RELATIVE, LETTERS = "@", "#", "=", "+", "-", "~"
# One or two stand for a value of a column: what JSON writes as it is, as a single byte; digits say how often.
ALPHABET = "".join(chr(code) for code in range(ord("!"), ord("~") + 1) if chr(code) not in '"\\0123456789')
RUN = (re.compile(r"(\D)(\d*)"), re.compile(r"(\D\D)(\d*)"))  # of a letter, and of two


def fold(document: Any) -> Any:
    links: dict[str, int] = {}  # a place and the link to the one around it, by their text

    def linked(chain: list[dict[str, Any]]) -> int:
        last = -1
        for place in chain:
            last = links.setdefault(_text([last, *place.values()]), len(links))
        return last

    def folded(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: folded(item) for key, item in value.items()}
        if not isinstance(value, list):
            return value
        keys = tuple(value[0]) if value and isinstance(value[0], dict) else None
        if keys is None or any(not isinstance(item, dict) or tuple(item) != keys for item in value):
            return [folded(item) for item in value]
        if keys == PLACE:
            return {CHAIN: linked(value)}
        return {ROWS: len(value), **{key: _column([folded(item[key]) for item in value]) for key in keys}}

    body = folded(document)
    columns = [_column(list(column)) for column in zip(*map(json.loads, links), strict=True)]
    return {"body": body, "links": [len(links), *columns]}


def unfold(folded: Any) -> Any:
    count, *columns = folded["links"]
    links = list(zip(*(_values(column, count) for column in columns), strict=True))
    chains: dict[int, list[dict[str, Any]]] = {-1: []}
    for number, (around, *place) in enumerate(links):
        chains[number] = [*chains[around], dict(zip(PLACE, place, strict=True))]

    def unfolded(value: Any) -> Any:
        if isinstance(value, list):
            return [unfolded(item) if isinstance(item, (list, dict)) else item for item in value]
        if not isinstance(value, dict):
            return value
        if CHAIN in value:
            return chains[value[CHAIN]]
        if ROWS not in value:
            return {key: unfolded(item) for key, item in value.items()}
        count = value[ROWS]
        columns = {key: unfolded(_values(column, count)) for key, column in value.items() if key != ROWS}
        return [{key: column[row] for key, column in columns.items()} for row in range(count)]

    return unfolded(folded["body"])


def _column(values: list[Any]) -> Any:
    """One column of a table, in the form that takes the least room."""
    texts = [_text(value) for value in values]
    if len(set(texts)) == 1:  # `==` would take True for 1
        return {SAME: values[0]}
    forms: list[Any] = [values, _lettered(values, texts)]
    other: tuple[str, list[Any]] | None = None
    if all(type(value) is int for value in values):
        other = GROWING, [values[0], *(after - before for before, after in pairwise(values))]
    elif all(type(value) is list and all(type(item) is int for item in value) for value in values):
        other = RELATIVE, [[row - item for item in value] for row, value in enumerate(values)]
    if other is not None:
        key, changed = other
        forms += [{key: changed}, {key: _lettered(changed, map(_text, changed))}]
    return min(forms, key=lambda form: len(_text(form)))


def _lettered(values: list[Any], texts: Iterable[str]) -> Any:
    """Each value once, and for the rows its letter and how often it comes; the values where they are too many."""
    numbers: dict[str, int] = {}
    rows = [numbers.setdefault(text, len(numbers)) for text in texts]
    if len(numbers) > len(ALPHABET) ** 2:
        return values
    letters = _letters(len(numbers))
    written = "".join(f"{letters[number]}{len(list(run)) - 1 or ''}" for number, run in groupby(rows))
    return {LETTERS: [written, *map(json.loads, numbers)]}


def _values(column: Any, count: int) -> list[Any]:
    if isinstance(column, list):
        return column
    if SAME in column:
        return [column[SAME]] * count
    if LETTERS in column:
        written, *known = column[LETTERS]
        value_of = dict(zip(_letters(len(known)), known, strict=True))
        runs = RUN[len(known) > len(ALPHABET)].findall(written)
        return [value for letter, more in runs for value in repeat(value_of[letter], int(more or 0) + 1)]
    if GROWING in column:
        return list(accumulate(_values(column[GROWING], count)))
    return [[row - item for item in value] for row, value in enumerate(_values(column[RELATIVE], count))]


def _letters(count: int) -> list[str]:
    """One for each value, or two where there are more values than letters."""
    pairs = (first + second for first in ALPHABET for second in ALPHABET)
    return list(ALPHABET[:count]) if count <= len(ALPHABET) else list(islice(pairs, count))


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
