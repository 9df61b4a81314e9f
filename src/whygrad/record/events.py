"""What happens in a run beside the calls themselves.

A watcher hears an event by having a method of its name: `on_pass_began(self, event: PassBegan)`. Events are told off
the hot path, inside a guard, and hold live tensors and frames: a watcher takes what it needs and lets them go. They
are not frozen, which takes three times as long to make. Who hears of them: `telling.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    import torch

    from whygrad.record.live.origin import Frames, Origin
    from whygrad.record.live.pass_graph import PassGraph
    from whygrad.record.training.history import History


class Event:
    """Something that happened."""

    heard_by: ClassVar[str]  # the name of the method: each of dozens of watchers is asked for each

    def __init_subclass__(cls) -> None:
        cls.heard_by = "on" + re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), cls.__name__)


@dataclass(eq=False)
class PassBegan(Event):
    """A backward pass that adds to `.grad` is about to run."""

    tensors: tuple[object, ...]
    known: list[Origin]  # of those tensors
    graph: PassGraph
    inspected: bool  # values are looked at in this pass
    early: bool  # among the passes of its loss it is one of the first, or one of ever fewer later ones
    frame: FrameType


@dataclass(eq=False)
class PassEnded(Event):
    """A backward pass has succeeded."""

    known: list[Origin]  # of the tensors that it started from
    graph: PassGraph  # of its origins; its nodes have been let go
    ran: Origin | None  # its root in the uncut graph, where any of them is known
    frames: Frames
    collects: bool  # it added to `.grad`


@dataclass(eq=False)
class PassFailed(Event):
    """A backward pass has raised: what was kept for its end is let go, for it holds the graph."""


@dataclass(eq=False)
class StepBegan(Event):
    """An optimizer is about to step; one with a closure is over, because its gradients come in the course of it."""

    history: History
    optimizer: torch.optim.Optimizer
    is_over: bool
    frame: FrameType


@dataclass(eq=False)
class ClosureBegan(Event):
    """A step that was given a closure is about to run."""

    history: History


@dataclass(eq=False)
class ClosureRan(Event):
    """A step that was given a closure is over; told before all else of it."""

    history: History
    optimizer: torch.optim.Optimizer
    closure: object
    frame: FrameType


@dataclass(eq=False)
class StepEnded(Event):
    history: History
    optimizer: torch.optim.Optimizer


@dataclass(eq=False)
class OptimizerMade(Event):
    """An optimizer has all the groups that it was made with."""

    optimizer: torch.optim.Optimizer


@dataclass(eq=False)
class StateLoaded(Event):
    """`load_state_dict` of an optimizer has run."""

    optimizer: torch.optim.Optimizer
    rates: list[object]  # its learning rates before, one for each group
    frame: FrameType


@dataclass(eq=False)
class ScheduleMade(Event):
    """A scheduler of learning rates was made for an optimizer."""

    scheduler: object
    optimizer: torch.optim.Optimizer
    frame: FrameType


@dataclass(eq=False)
class ScheduleStepped(Event):
    """A scheduler is about to set the learning rates of its optimizer anew."""

    scheduler: object
    optimizer: torch.optim.Optimizer
    frame: FrameType


@dataclass(eq=False)
class StateGiven(Event):
    """`load_state_dict` of a module is about to run."""

    state: dict[str, torch.Tensor]


@dataclass(eq=False)
class ModuleLoaded(Event):
    """`load_state_dict` of a module has run."""

    module: torch.nn.Module
    state: object
    result: object  # what it returned: the missing keys and the unexpected ones
    frame: FrameType


@dataclass(eq=False)
class Written(Event):
    """A call has written a tensor in place, and the tensor gets a new Origin."""

    func: object
    before: Origin | None
    parents: Sequence[Origin]
    origin: Origin
    tensor: torch.Tensor
    leaf: Origin | None  # in whose memory the tensor lies, as it was before


@dataclass(eq=False)
class ModeSwitched(Event):
    """The program is about to call `train()` or `eval()`; torch's own calls for what is inside are not told."""

    module: torch.nn.Module
    training: bool
    frame: FrameType


@dataclass(eq=False)
class FlagSet(Event):
    """The program has frozen a leaf that required a gradient, or unfrozen one that it had frozen."""

    tensor: torch.Tensor
    learns: bool
    before: Frames  # of one that is unfrozen: where it was frozen
    frames: Frames


@dataclass(eq=False)
class FlagKept(Event):
    """The program has set `requires_grad` to `True` on a parameter that required a gradient before."""

    frames: Frames


@dataclass(eq=False)
class IdleFlag(Event):
    """The program has set `requires_grad` to `False` on a computed tensor that required no gradient before."""

    tensor: torch.Tensor
    origin: Origin
    frames: Frames


@dataclass(eq=False)
class PartAdded(Event):
    """Parameters came into a finished module with a part of their own."""

    frames: Frames


@dataclass(eq=False)
class Cleared(Event):
    """`zero_grad()` ran, of an optimizer or of a module."""


@dataclass(eq=False)
class ModuleCleared(Event):
    """`zero_grad()` of a module ran."""

    module: torch.nn.Module
    frame: FrameType


@dataclass(eq=False)
class GradientClipped(Event):
    """A function of torch's that clips has read the gradient of this tensor, which may be None."""

    tensor: torch.Tensor


@dataclass(eq=False)
class Clipped(Event):
    """A function of torch's has clipped the gradients of optimizers, to a number or by one."""

    limit: object
    norm: object  # what it returned: mostly the norm before
    histories: list[History]
    frames: Frames


@dataclass(eq=False)
class GradientRead(Event):
    """A `.grad` that is there was read."""

    leaf: Origin
    frame: FrameType
    by_program: bool  # by a line of its own


@dataclass(eq=False)
class DerivativeTaken(Event):
    """`autograd.grad` has returned a gradient that has a history, as it does with `create_graph=True`."""

    outputs: object  # what it was given
    inputs: object
    weights: object  # `grad_outputs`
    origin: Origin  # of the gradient


@dataclass(eq=False)
class GradientGiven(Event):
    """The program has put a tensor into the `.grad` of another."""

    tensor: torch.Tensor
    value: torch.Tensor
    frame: FrameType


@dataclass(eq=False)
class LeafWritten(Event):
    """A leaf got a new value in place, or by `.data = …`."""

    leaf: Origin
    func: object = None  # the call that wrote in place, and what it was given
    args: Sequence[object] = ()
    frames: Frames = ()


@dataclass(eq=False)
class ArrayExported(Event):
    """A tensor's values left torch as an array of NumPy's."""

    array: object
    export: Origin


@dataclass(eq=False)
class LeafMoved(Event):
    """The same leaf has another Origin now."""

    before: Origin
    leaf: Origin
