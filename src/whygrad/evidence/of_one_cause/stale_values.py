"""Values that were computed from parameters before the optimizer changed those."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class StaleValue(Evidence):
    """A value that backward passes went through again and again, while steps changed what it was computed from."""

    made: Chain  # where it was computed; empty where autocast made it, in a cache of its own
    used: Chain  # the latest pass that used it
    passes: int  # inspected passes that did
    steps: int  # of the optimizer, since it was computed
    leaves: tuple[str, ...]  # the parameters, those of which the name is known
    number: int  # of all of them
