"""What was seen of modules and their parameters at a step of a training."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class HiddenParameters(Evidence):
    """What should learn lies in a list, dictionary, object, plain attribute or buffer: `parameters()` misses it."""

    module: str
    attribute: str
    cls: str  # of the module
    file: str  # of that class
    container: str  # its class
    is_object: bool  # what hides them is no container, but has attributes of its own
    lost: tuple[str, ...]


@dataclass(frozen=True)
class Owner:
    """What is known of the module that a parameter belongs to."""

    module: str
    training: bool
    partly_held: bool  # optimizers hold some of the module's parameters
    hidden: HiddenParameters | None  # where it hides from `parameters()`
    # What of the module no optimizer holds: of the one that has it, its "own" parameters beside its parts; those of a
    # "single" module that has no part which learns; the "part" in which it is; or neither
    alone: str


@dataclass(frozen=True)
class StrayLeaf(Evidence):
    """A leaf that got a gradient and that no optimizer holds."""

    leaf: int | None
    born: bool  # after the optimizer was made
    written: bool  # the program itself writes it
    unfrozen: Chain
    owner: Owner


@dataclass(frozen=True)
class FrozenLeaf(Evidence):
    """A frozen parameter of which something tells that it was meant to learn."""

    leaf: int | None
    how: str  # that is told: see `frozen_parameters.py`
    names: tuple[str, ...]  # of its module, which has several
    name: str  # where an optimizer holds it
    held: bool
    before: Chain  # the latest step before it was frozen; of one that is "refrozen" where it was unfrozen before
    probe: Chain  # the first pass after that, where it was for the gradient of an input


@dataclass(frozen=True)
class FreezingCall(Evidence):
    """The library's function that the program called, and that froze parameters or made them so."""

    chain: Chain  # of the call, as in the nodes
    function: str  # `module.function`


@dataclass(frozen=True)
class RandomTensor(Evidence):
    """Random numbers that a constructor drew and a module keeps, as an attribute or a buffer."""

    leaf: int | None
    name: str
    buffer: bool


@dataclass(frozen=True)
class HookedModule(Evidence):
    """A module that has forward hooks, and the lines that have put them there."""

    name: str
    lines: tuple[Chain, ...]


@dataclass(frozen=True)
class WrappedPart(Evidence):
    """A model that stands around a part of another one: the parameters of its own, and those that both have."""

    own: tuple[int, ...]
    shared: tuple[int, ...]
    part: str


@dataclass(frozen=True)
class LookalikeFlag(Evidence):
    """Something that was set like `requires_grad`, on a module or a parameter, and is no flag."""

    on: str
    attribute: str
    value: bool
    kind: str  # "module" or "parameter"
    lost: tuple[str, ...]  # the parameters whose own flag says the opposite
    files: tuple[str, ...]  # the program's: who set it was not seen


@dataclass(frozen=True)
class KeptResult(Evidence):
    """A result that a module keeps since its constructor as if it were a parameter, and the leaves behind it."""

    name: str
    at: int
    leaves: tuple[int, ...]


@dataclass(frozen=True)
class SeparatedParameters(Evidence):
    """Two modules shared a parameter until one of them was given a new one."""

    names: tuple[str, str]
    chain: Chain


@dataclass(frozen=True)
class KeptValue(Evidence):
    """A result without history that a module keeps in an attribute, or in a container there."""

    at: int
    attribute: str


@dataclass(frozen=True)
class LeftInEval(Evidence):
    """A parameter that has had no gradient since its module was switched to `eval()`."""

    leaf: int
    chain: Chain
