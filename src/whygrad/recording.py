"""What was observed of a run, copied out as plain frozen data: no torch, no tensors, can be saved and loaded.

Everything after the recorder (graph questions, causes, diagnostics, drawings) works on a Recording alone.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SCHEMA = 1
LARGEST = 2**63  # of a number; autograd counts so far


@dataclass(frozen=True)
class Place:
    """An expression in Python text: lines and columns count from 1 in characters, the end is exclusive.

    A column of 0 means that only the line is known.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    function: str

    def contains(self, other: Place) -> bool:
        return (
            self.file == other.file
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )


Chain = tuple[Place, ...]  # the user's own call chain, outermost first; the last place is the expression itself


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
    detail: str = ""  # what the recorder knows of the operation beyond its name
    detail_chain: Chain = ()  # where that was done, when it is another place
    clock: int = 0  # how many operations autograd had counted when this one was done
    number: int = 0  # of a backward pass: the how manieth of the run
    outside: bool = False  # a value came in that torch did not follow (a Python number, an array)

    @property
    def place(self) -> Place | None:
        return self.chain[-1] if self.chain else None


@dataclass(frozen=True)
class Write:
    """A value was overwritten in place, after `clock` operations that autograd counted."""

    op: str
    chain: Chain
    clock: int
    old: int | None = None  # the node whose value was overwritten
    step: bool = False  # by an optimizer's step, which wrote `parameters`
    parameters: tuple[int, ...] = ()


@dataclass(frozen=True)
class Query:
    """What is to be explained: a call that failed, or a question that was asked."""

    # "backward", "grad", "unused", "not-a-tensor", "no-inf-checks", "refused", "why": about cuts; "non-leaf",
    # "empty-parameters", "unfinished-reduction"; "error" and "warning": what torch said; "silent", "asleep" and
    # "training": of runs that raised nothing
    kind: str
    roots: tuple[int, ...]
    wrt: tuple[int, ...] = ()
    chain: Chain = ()
    error: str = ""
    root_name: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Recording:
    query: Query
    nodes: tuple[Node, ...] = ()
    switches: tuple[Switch, ...] = ()
    writes: tuple[Write, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)  # file -> text, of every file a place lies in

    def save(self, path: str | Path) -> None:
        Path(path).write_text(json.dumps({"schema": SCHEMA, **dataclasses.asdict(self)}), encoding="utf-8")

    @staticmethod
    def load(path: str | Path) -> Recording:
        """Read what `save` wrote; raises ValueError with one clear sentence for anything else."""
        try:
            raw = json.loads(Path(path).read_text(encoding="utf-8"))
            if not isinstance(raw, dict) or raw.pop("schema", None) != SCHEMA:
                raise ValueError("it was written by another version of whygrad, or by something else")
            recording: Recording = _read(Recording, raw)
            _check_indices(recording)
            return recording
        except RecursionError:
            raise ValueError(f"{path} is not a recording of whygrad: it is nested too deeply") from None
        except ValueError as error:
            raise ValueError(f"{path} is not a recording of whygrad: {error}") from error


def _read(cls: Any, raw: Any) -> Any:
    """An object of a class above from its plain form: these keys, these types, and nothing else."""
    fields = {f.name: str(f.type) for f in dataclasses.fields(cls)}
    if type(raw) is not dict or raw.keys() != fields.keys():
        raise ValueError(f"a {cls.__name__} has the keys {', '.join(fields)}")
    values = {}
    for name, kind in fields.items():
        try:
            values[name] = _READERS[kind](raw[name])
        except _WrongType:
            raise ValueError(f"`{name}` of a {cls.__name__} is not of the type {kind}") from None
    return cls(**values)


class _WrongType(Exception):
    pass


def _plain(kind: Any) -> Callable[[Any], Any]:
    def read(raw: Any) -> Any:
        if type(raw) is not kind or (kind is int and abs(raw) > LARGEST):  # `True` is no number
            raise _WrongType
        return raw

    return read


def _items(raw: Any, kind: type = list) -> Any:
    if type(raw) is not kind:
        raise _WrongType
    return raw


def _facts(raw: Any) -> dict[str, Any]:
    facts: dict[str, Any] = _items(raw, dict)
    return facts


def _several(cls: Any) -> Callable[[Any], tuple[Any, ...]]:
    return lambda raw: tuple(_read(cls, item) for item in _items(raw))


_text, _number = _plain(str), _plain(int)
_READERS: dict[str, Callable[[Any], Any]] = {
    "str": _text,
    "int": _number,
    "bool": _plain(bool),
    "int | None": lambda raw: None if raw is None else _number(raw),
    "tuple[int, ...]": lambda raw: tuple(_number(item) for item in _items(raw)),
    "Chain": _several(Place),
    "Query": lambda raw: _read(Query, raw),
    "tuple[Node, ...]": _several(Node),
    "tuple[Switch, ...]": _several(Switch),
    "tuple[Write, ...]": _several(Write),
    "Mapping[str, Any]": _facts,
    "Mapping[str, str]": lambda raw: {_text(file): _text(text) for file, text in _facts(raw).items()},
}


def _check_indices(recording: Recording) -> None:
    """Everything that is pointed at is there, and nothing was computed from itself."""
    nodes, switches = recording.nodes, recording.switches
    pointed = [i for n in nodes for i in n.inputs] + [*recording.query.roots, *recording.query.wrt]
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
