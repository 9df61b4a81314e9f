"""A diagnostic is a text with places, ready to be drawn; every renderer draws the same one."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.recording import Place


@dataclass(frozen=True)
class Label:
    place: Place
    text: str


@dataclass(frozen=True)
class Edit:
    """A change of the source: replace `place` by `text`. `safety` is "safe" or "review"."""

    place: Place
    text: str
    safety: str = "review"


@dataclass(frozen=True)
class Diagnostic:
    """`message` says what happened, `primary` where, `labels` why, `notes` are facts, `helps` are changes to make."""

    cause: str
    severity: str
    message: str
    primary: Label | None
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    untried: tuple[Edit, ...] = ()  # edits that are not shown: their kind has not cured wherever it was made
