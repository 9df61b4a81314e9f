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
