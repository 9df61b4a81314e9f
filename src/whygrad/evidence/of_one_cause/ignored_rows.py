"""Rows of a table, and classes of a loss, that samples use and that are left out of every gradient."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class IgnoredRow(Evidence):
    """The row, or class, of one call whose samples have one id each."""

    option: str  # "padding_idx", "ignore_index", or "weight" where that of a class is 0
    row: int
    rows: int  # of the table, or classes
    name: str  # of the table
    leaf: int | None
    chain: Chain  # of the call
    used: int  # times that samples had it, in all passes that were looked at
    of: int  # ids of these passes
    others: int  # different ids besides it
    passes: int  # in which it was used
    looked: int  # passes that were looked at
    in_sequences: bool = False  # samples have several ids, and this one where it cannot be what fills them up
    filler: int | None = None  # another id that fills them up, while each sample has this one exactly once
    skips_last: bool = False  # a call reads every row but the last one, and this one as it reads the others
