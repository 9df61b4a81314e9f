"""A finding is a fact about the program: which cause, where, what it starves. It carries no sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from whygrad.recording import Chain, Place


@dataclass(frozen=True)
class Step:
    """One operation on the way from what should learn to the loss."""

    op: str
    place: Place
    label: str


@dataclass(frozen=True)
class Finding:
    cause: str
    severity: str  # "error", "warning" or "note"
    evidence: str  # "observed" or "inferred"
    chain: Chain  # the user's call chain; the last place is the line to change
    path: tuple[Step, ...] = ()
    lost: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def site(self) -> Place | None:
        return self.chain[-1] if self.chain else None
