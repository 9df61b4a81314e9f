"""State dicts that were loaded into the module whose own memory they are."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class LoadedIntoItself(Evidence):
    """`load_state_dict` copied each parameter onto itself."""

    chain: Chain  # of the loading
    taken: Chain  # where the state was taken
    passes: int  # backward passes between the two, the most of all times
    times: int  # how often it was loaded, each time after further passes


@dataclass(frozen=True)
class LostLoad(Evidence):
    """Values that the program wrote into parameters, and that an older copy of these overwrote after a step.

    An optimizer holds the copy, which had other values than the written ones when it stepped.
    """

    loaded: Chain
    copied: Chain  # where the copy was written over them
    stepped: Chain
    number: int  # of parameters
    names: tuple[str, ...]  # of the copies
