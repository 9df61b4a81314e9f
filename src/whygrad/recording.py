"""What was observed of a run, copied out as plain frozen data: no torch, no tensors, can be saved and loaded.

Everything after the recorder (graph questions, causes, diagnostics, drawings) works on a Recording alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from whygrad.evidence import Evidence
from whygrad.evidence.marks import Mark
from whygrad.ops import canonical, spelling
from whygrad.place import Chain, Definition, Place
from whygrad.plain_data import from_plain, to_plain
from whygrad.whole_file import write_whole

__all__ = ["Chain", "Definition", "Node", "Place", "Query", "QueryKind", "Recording", "Switch", "Write"]

SCHEMA = 5


@dataclass(frozen=True)
class Switch:
    """A statement that switched gradients off."""

    kind: str  # "no_grad", "inference_mode", "set_grad_enabled", "checkpoint", "autograd.Function", "library"
    chain: Chain
    decorates: str = ""  # the function it decorates, where it is a decorator
    within: int | None = None  # the switch that had switched gradients off already
    left_on: bool = False  # a bare call: no block ends it
    foreign: str = ""  # the library's function that switched, where it was not the user's own code


@dataclass(frozen=True)
class Node:
    """One operation's result (a tensor, or a value that left torch) and what it was computed from."""

    op: str
    inputs: tuple[int, ...]
    chain: Chain
    requires_grad: bool
    kind: str  # "operation", "leaf", "export" (a value left torch), "branch" (`if tensor:`)
    dtype: str = ""
    shape: tuple[int, ...] = ()
    switch: int | None = None  # index of the switch in force, where gradients were off
    name: str = ""
    parameter: bool = False
    optimized: bool = False  # an optimizer holds it
    frozen: Chain = ()  # where `requires_grad` was set to False
    mark: Mark | None = None  # what the recorder knows of the operation beyond its name
    clock: int = 0  # how many operations autograd had counted when this one was done
    number: int = 0  # of a backward pass: the how manieth of the run
    outside: bool = False  # a value came in that torch did not follow (a Python number, an array)
    unknown: bool = False  # the recording does not have all that it was computed from

    @property
    def place(self) -> Place | None:
        return self.chain[-1] if self.chain else None

    @property
    def birth(self) -> Chain:
        """Where it was made; empty where nobody saw that, and `chain` tells only where it was first used."""
        return self.chain if self.op else ()

    @property
    def spelling(self) -> str:
        """The operation's name as the program wrote it, for showing."""
        return spelling(self.op)

    @property
    def act(self) -> str:
        """The operation's one name, for asking what it does (`ops.py`)."""
        return canonical(self.op)


@dataclass(frozen=True)
class Write:
    """A value was overwritten in place, after `clock` operations that autograd counted."""

    op: str
    chain: Chain
    clock: int
    old: int | None = None  # the node whose value was overwritten
    step: bool = False  # by an optimizer's step, which wrote `parameters`
    parameters: tuple[int, ...] = ()

    @property
    def spelling(self) -> str:
        return spelling(self.op)

    @property
    def act(self) -> str:
        return canonical(self.op)


class QueryKind(Enum):
    """What is asked. The values are what a saved recording has."""

    BACKWARD = "backward"
    """`backward()`, or a walk through the graph, failed: the root requires no gradient."""
    GRAD = "grad"
    """The same of a pass that was asked for gradients of certain tensors, `wrt`."""
    UNUSED = "unused"
    """The tensors that a pass was asked for are not behind its root, or require no gradient."""
    NOT_A_TENSOR = "not-a-tensor"
    """`loss.backward()`, where the loss is a plain number, an array or something else."""
    REFUSED = "refused"
    """A hook or `retain_grad()` on a tensor where no gradient arrives."""
    NO_INF_CHECKS = "no-inf-checks"
    """A scaler was to step an optimizer that has no gradient."""
    MISSING_GRADIENT = "missing-gradient"
    """An error about `None`, of a program that has just read a `.grad` that is not there."""
    UNFINISHED_REDUCTION = "unfinished-reduction"
    """DistributedDataParallel waits for gradients that the step before has not brought."""
    WHY = "why"
    """`whygrad.why(…)` was called."""
    NON_LEAF = "non-leaf"
    """An optimizer was given the result of an operation."""
    EMPTY_PARAMETERS = "empty-parameters"
    """An optimizer was given no parameter."""
    UNRUN_HOOK = "unrun-hook"
    """An error about something empty, which a hook of the backward pass was to fill."""
    ERROR = "error"
    """Any other error; a cause may know its message."""
    WARNING = "warning"
    """A warning of torch's."""
    SILENT = "silent"
    """A look at a step of a training that raised nothing."""
    ASLEEP = "asleep"
    """A look at a step of which some parameters have got no gradient for a while, and had before."""
    DEAD = "dead"
    """A look at a step of which all gradients are zeros, and were not before."""
    TRAINING = "training"
    """What the whole run tells of the order of its passes and steps."""


@dataclass(frozen=True)
class Query:
    """What is to be explained: a call that failed, or a question that was asked."""

    kind: QueryKind
    roots: tuple[int, ...]
    wrt: tuple[int, ...] = ()
    chain: Chain = ()
    error: str = ""
    root_name: str = ""
    asked: int = 0  # tensors that the pass was asked for; `wrt` may be those of them that are to be explained
    caught: bool = False  # the program caught the error, and exited with a failure later
    read: bool = False  # the program itself reads the gradients in question, and no optimizer holds what they are of
    has_optimizer: bool = False  # the program says by an optimizer what is meant to learn
    waiting: tuple[int, ...] = ()  # held by the optimizers that were cleared for this pass, where others were not
    nearest: int = 0  # so many nodes were copied, and the graph is larger; 0 where they are all
    rank: int | None = None  # of the process, in a distributed run


@dataclass(frozen=True)
class Recording:
    query: Query
    nodes: tuple[Node, ...] = ()
    switches: tuple[Switch, ...] = ()
    writes: tuple[Write, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)  # file -> text, of the program's own modules
    evidence: tuple[Evidence, ...] = ()  # what watchers saw beside the graph

    def to_document(self) -> dict[str, Any]:
        """The whole as plain data that JSON can hold."""
        return {"schema": SCHEMA, **to_plain(self)}

    @staticmethod
    def from_document(raw: Any) -> Recording:
        """Read what `to_document` gave; raises ValueError for anything else."""
        if type(raw) is not dict or raw.get("schema") != SCHEMA:
            raise ValueError("it was written by another version of whygrad, or by something else")
        try:
            recording: Recording = from_plain(Recording, {key: item for key, item in raw.items() if key != "schema"})
        except RecursionError:
            raise ValueError("it is nested too deeply") from None
        check_indices(recording)
        return recording

    def save(self, path: str | Path) -> None:
        """Write the recording as a whole, or not at all."""
        write_whole(path, json.dumps(self.to_document()))

    @staticmethod
    def load(path: str | Path) -> Recording:
        """Read what `save` wrote; raises ValueError with one clear sentence for anything else."""
        try:
            return Recording.from_document(json.loads(Path(path).read_text(encoding="utf-8")))
        except RecursionError:
            raise ValueError(f"{path} is not a recording of whygrad: it is nested too deeply") from None
        except ValueError as error:
            raise ValueError(f"{path} is not a recording of whygrad: {error}") from error


def check_indices(recording: Recording) -> None:
    """Everything that is pointed at is there, and nothing was computed from itself."""
    nodes, switches = recording.nodes, recording.switches
    pointed = [i for n in nodes for i in n.inputs] + [*recording.query.roots, *recording.query.wrt]
    pointed += recording.query.waiting
    pointed += [i for w in recording.writes for i in (*w.parameters, *(() if w.old is None else (w.old,)))]
    if pointed and not 0 <= min(pointed) <= max(pointed) < len(nodes):
        raise ValueError("it points at a node that is not there")
    if any(n.switch is not None and not 0 <= n.switch < len(switches) for n in nodes):
        raise ValueError("it points at a switch that is not there")
    if any(s.within is not None and not 0 <= s.within < number for number, s in enumerate(switches)):
        raise ValueError("a switch is not inside an earlier one")
    users = [0] * len(nodes)
    for node in nodes:
        for i in node.inputs:
            users[i] += 1
    free = [i for i, count in enumerate(users) if not count]
    for at in free:  # grows while it is walked; what is left over is computed from itself
        for i in nodes[at].inputs:
            users[i] -= 1
            if not users[i]:
                free.append(i)
    if len(free) < len(nodes):
        raise ValueError("a node was computed from itself")
