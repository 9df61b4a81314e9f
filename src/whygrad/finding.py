"""A finding is a fact about the program: which cause, where, what it starves.

It carries no sentences, but those that the common notes say of it and not of its cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from whygrad.evidence.steps import FallenAsleep
from whygrad.recording import Chain, Place

SEVERITIES = ("error", "warning", "note")
Text = TypeVar("Text")


@dataclass(frozen=True)
class Step:
    """One operation on the way from what should learn to the loss."""

    op: str
    place: Place
    label: str


class Act(IntEnum):
    """What happened to the value or the module in question; the act that says most of the mistake comes first."""

    SET = 0  # a switch was set on an object from outside: `module.inplace = True`
    STORED = 1  # kept beyond its step
    ONCE = 2  # made before a loop, every turn of which needs it made again
    STEERED = 3  # a branch left it out
    REPLACED = 4  # it stands where another value carried the gradient in a step that worked
    REGISTERED = 5  # a module was given a part that nothing uses
    RETURNED = 6
    EARLY = 7  # called before what still needs the old state
    WRITTEN = 8
    USED = 9
    MADE = 10
    ASKED = 11


@dataclass(frozen=True)
class Event:
    """Something that happened on the way to a finding, and what is said of it where it is not the site."""

    act: Act
    chain: Chain
    tell: str = ""
    op: str = ""  # the operation or call
    observed: bool = True
    cures: bool = True  # a change here takes the finding away, and does no harm to others


@dataclass(frozen=True)
class BlamedCut:
    """The cut that a finding is about: by what it is known among those of a verdict, and what a picture of it shows."""

    key: Place | str
    path: tuple[Step, ...] = ()  # from the parameter to the loss; the cut is marked by its label
    root: str = ""  # the name of the loss
    others: tuple[tuple[str, Place], ...] = ()  # the causes and places of the cuts that remain when this one is gone
    silenced: str = ""  # what makes a leaf of the value, so that `backward()` does not fail
    behind: str = ""  # the requested tensor that requires no gradient because of it


@dataclass(frozen=True)
class BirthOfValues:
    """The operation at which zeros, nan or infinity arise, for the findings about those; a picture shows its path."""

    what: str  # "zeros", "nan" …
    path: tuple[Step, ...] = ()  # from the parameter to the loss; the operation is marked by its label
    root: str = ""  # the name of the loss
    is_forward: bool = False  # before a gradient is computed


@dataclass(frozen=True)
class Wording:
    """What the common notes say about a finding, where it differs from what they say about its cause."""

    also: str = ""  # how the note about the others of `lost` begins
    inferred: str | bool = False  # what is inferred from the source; True: what its cause mostly infers


USUAL = Wording()


@dataclass(frozen=True)
class Finding:
    cause: str
    severity: str  # "error", "warning" or "note"
    evidence: str  # "observed" or "inferred"
    chain: Chain  # the user's call chain; the last place is the line to change
    path: tuple[Step, ...] = ()
    lost: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)  # what its cause tells, and nobody else reads
    events: tuple[Event, ...] = ()  # what the site was chosen from
    wording: Wording = USUAL
    cut: BlamedCut | None = None
    asleep: FallenAsleep | None = None  # its parameters had a gradient at first
    birth: BirthOfValues | None = None
    wanted: str = ""  # the kind that the value in question should be of: a dtype, "dense" or "real"
    of_a_term: bool = False  # a term of the loss has no effect, and the loss has
    drives: bool = False  # it makes updates too large or wrong: a run may diverge for it
    is_fallback: bool = False  # told only where no other finding is about the same parameters
    follows_from: tuple[str, ...] = ()  # not told beside an alarm of these causes, which is to be mended first
    unread: tuple[str, ...] = ()  # those of `lost` that no code of the program names, so that none can use them later
    diverges: bool = False  # values have grown until they are nan or infinite, and no operation is at fault by itself

    @property
    def site(self) -> Place | None:
        return self.chain[-1] if self.chain else None


def unexplained(told: Iterable[tuple[Finding, Text]]) -> list[tuple[Finding, Text]]:
    """Without what follows from another alarm, and fallbacks about its parameters: that one is to be mended first."""
    pairs = list(told)
    known = {
        name for finding, _ in pairs if not finding.is_fallback and finding.severity != "note" for name in finding.lost
    }
    alarming = {finding.cause for finding, _ in pairs if finding.severity != "note"}
    left = [pair for pair in pairs if alarming.isdisjoint(pair[0].follows_from)]
    return [pair for pair in left if not pair[0].is_fallback or known.isdisjoint(pair[0].lost)]


def is_behind(driver: Finding, finding: Finding) -> bool:
    """May the run have diverged for what `driver` says? Of one network's growth another's loss becomes nan too."""
    return finding.diverges and driver.drives and driver.severity != "note"


def causes_first(told: Iterable[tuple[Finding, Text]]) -> list[tuple[Finding, Text]]:
    """By severity; but what a run may have diverged for comes before nan and infinity, which follow from it."""
    pairs = list(told)

    def rank(pair: tuple[Finding, Text]) -> float:
        own = SEVERITIES.index(pair[0].severity)
        follow = [SEVERITIES.index(other.severity) - 0.5 for other, _ in pairs if is_behind(pair[0], other)]
        return min((own, *follow))

    return sorted(pairs, key=rank)
