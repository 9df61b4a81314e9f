"""JSON made small before it is compressed: chains of places once, tables as columns, numbers that grow as differences.

It knows of places, and of nothing else that a recording holds: a new field or fact needs no change here.
"""

from __future__ import annotations

import json
import zlib
from itertools import accumulate, pairwise
from typing import Any

PLACE = ("file", "line", "column", "end_line", "end_column", "function")
# A folded object has one of these keys, which no object of a recording has.
CHAIN, ROWS, SAME, GROWING, RELATIVE = "@", "#", "=", "+", "-"


def fold(document: Any) -> Any:
    chains: dict[str, int] = {}

    def folded(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: folded(item) for key, item in value.items()}
        if not isinstance(value, list):
            return value
        keys = tuple(value[0]) if value and isinstance(value[0], dict) else None
        if keys is None or any(not isinstance(item, dict) or tuple(item) != keys for item in value):
            return [folded(item) for item in value]
        if keys == PLACE:
            return {CHAIN: chains.setdefault(_text([list(place.values()) for place in value]), len(chains))}
        return {ROWS: len(value), **{key: _column([folded(item[key]) for item in value]) for key in keys}}

    return {"body": folded(document), "chains": [json.loads(chain) for chain in chains]}


def unfold(folded: Any) -> Any:
    chains = [[dict(zip(PLACE, place, strict=True)) for place in chain] for chain in folded["chains"]]

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
    if len({_text(value) for value in values}) == 1:  # `==` would take True for 1
        return {SAME: values[0]}
    other: Any = values
    if all(type(value) is int for value in values):
        other = {GROWING: [values[0], *(after - before for before, after in pairwise(values))]}
    elif all(type(value) is list and all(type(item) is int for item in value) for value in values):
        other = {RELATIVE: [[row - item for item in value] for row, value in enumerate(values)]}
    return min(values, other, key=lambda form: len(zlib.compress(_text(form).encode())))


def _values(column: Any, count: int) -> list[Any]:
    if isinstance(column, list):
        return column
    if SAME in column:
        return [column[SAME]] * count
    if GROWING in column:
        return list(accumulate(column[GROWING]))
    return [[row - item for item in value] for row, value in enumerate(column[RELATIVE])]


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
