"""Results that left the program, as a file or a message, and came back as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence.marks import PlacedMark


@dataclass(frozen=True)
class CameBack(PlacedMark):
    """A loaded value that is known again by its elements; the chain is where it had left."""
