"""What was observed of a run, copied out as plain frozen data: no torch, no tensors, can be saved and loaded.

Everything after the recorder (graph questions, causes, diagnostics, drawings) works on a Recording alone.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SCHEMA = 1


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
    library: str = ""  # the library's function that switched, where it was not the user's own code


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

    # "backward", "grad", "not-a-tensor", "no-inf-checks", "why": about cuts; "non-leaf", "empty-parameters",
    # "unfinished-reduction"; "error" and "warning": what torch said
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
            if raw.pop("schema") != SCHEMA:
                raise ValueError("it was written by another version of whygrad")
            return Recording(
                query=_query(raw["query"]),
                nodes=tuple(_node(n) for n in raw["nodes"]),
                switches=tuple(Switch(**{**s, "chain": _chain(s["chain"])}) for s in raw["switches"]),
                writes=tuple(_write(w) for w in raw["writes"]),
                sources=dict(raw["sources"]),
            )
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ValueError(f"{path} is not a recording of whygrad: {error}") from error


def _chain(raw: list[dict[str, Any]]) -> Chain:
    return tuple(Place(**p) for p in raw)


def _node(raw: dict[str, Any]) -> Node:
    chains = {k: _chain(raw[k]) for k in ("chain", "frozen", "detail_chain")}
    return Node(**{**raw, **chains, "inputs": tuple(raw["inputs"]), "shape": tuple(raw["shape"])})


def _write(raw: dict[str, Any]) -> Write:
    return Write(**{**raw, "chain": _chain(raw["chain"]), "parameters": tuple(raw["parameters"])})


def _query(raw: dict[str, Any]) -> Query:
    return Query(**{**raw, "chain": _chain(raw["chain"]), "roots": tuple(raw["roots"]), "wrt": tuple(raw["wrt"])})
