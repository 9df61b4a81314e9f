"""Dropout that a module's own code applies by calling a function, which does not know the module's mode."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class FunctionDropout(Evidence):
    """A call of a dropout function in the code of a module that was switched to `eval()`."""

    function: str  # its name
    module: str  # the class of the module
    chain: Chain  # of the call
    evaluated: Chain  # where the module, or one around it, was switched
