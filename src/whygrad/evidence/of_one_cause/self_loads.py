"""State dicts that were loaded in vain: into the module whose own memory they are, past copies, or under other keys."""

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


@dataclass(frozen=True)
class UnmatchedLoad(Evidence):
    """`load_state_dict` found no key of the module in the state, and the module kept the values that it had.

    Nothing else was loaded into it, or wrote its parameters, before the next pass.
    """

    chain: Chain
    kind: str  # the class of the module
    given: int  # keys of the state
    wanted: int  # keys of the module
    key: str  # one of the state
    slot: str  # one of the module: the same but for a prefix, where there is one
    alike: int  # keys of the state that would match with that prefix, or without it
