"""Sequences of which a loss reads a part."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class SequenceLengths(Evidence):
    """The sequences that one call of a CTC loss was given, at the passes that were looked at."""

    chain: Chain
    frames: tuple[int, ...]  # how many there were, pass by pass
    longest: tuple[int, ...]  # the longest of the lengths that came with them
    divided: tuple[Chain, ...] = ()  # the divisions that the lengths come from, the last one first
