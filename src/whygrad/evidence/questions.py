"""What was seen of the call that is asked about, beside the graph behind it."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class Answer(Evidence):
    """What `why(…)` says where no cause has anything to tell."""

    text: str
    missing: tuple[str, ...] = ()  # the parameters that got no gradient, or a broken one
    unknown: bool = False  # whygrad has failed, and can say nothing


@dataclass(frozen=True)
class LeftGradients(Evidence):
    """These parameters have a gradient, but the latest pass did not reach them."""

    names: tuple[str, ...]
    from_earlier: bool  # earlier passes were seen to reach all of them

    @property
    def text(self) -> str:
        listed = ", ".join(f"`{name}`" for name in self.names)
        what, one = ("gradient", "it") if len(self.names) == 1 else ("gradients", "them")
        if self.from_earlier:
            return f"the {what} of {listed} {'is' if one == 'it' else 'are'} left over from an earlier backward pass"
        return f"{listed} {'has a' if one == 'it' else 'have'} {what}, but not from the latest backward pass"


@dataclass(frozen=True)
class NotRecorded(Evidence):
    """Recording was away at this step."""

    steps: int  # since the last recorded one


@dataclass(frozen=True)
class NotATensor(Evidence):
    """What a gradient was asked of is of this class."""

    type: str


@dataclass(frozen=True)
class RunningFunctions(Evidence):
    """The functions that were running when an error was raised, torch's too, outermost first."""

    functions: tuple[tuple[str, str], ...]  # file and name

    @property
    def innermost(self) -> tuple[str, str]:
        return self.functions[-1] if self.functions else ("", "")


@dataclass(frozen=True)
class MissingGradient(Evidence):
    """A gradient that the program read is None."""

    # "no pass" has run; the tensor is a "result"; it was used, and made a leaf too "late"; it was "used", or "unused";
    # it is read for "clearing"
    state: str
    here: bool  # the line that failed is the one that reads it
    cleared: Chain  # where gradients were cleared after the pass


@dataclass(frozen=True)
class OptimizerMade(Evidence):
    """Where the optimizer was made that a scaler was to step."""

    chain: Chain


@dataclass(frozen=True)
class GroupedTwice(Evidence):
    """The numbers of the two groups that hold one parameter, where an optimizer refused the second of them."""

    first: int
    second: int


@dataclass(frozen=True)
class EmptyIterator(Evidence):
    """What an optimizer was given is an iterator, which had nothing left: a "generator", a "filter"."""

    type: str
