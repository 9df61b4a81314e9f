"""A graph as it was when somebody looked at it, noted in a hurry: it becomes a Recording where it is told of.

A look runs while the program trains, and most looks are never told. So what is needed of an Origin is kept as it is, in
a tuple; names, places and texts are made of it in the end. Nothing here holds a tensor or a frame of the program's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import NamedTuple

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.marks import (
    CalledByLibrary,
    ComparesItself,
    Decided,
    Mark,
    OfCustomFunction,
    PlacedMark,
    Unseen,
)
from whygrad.ops import DISTANCES, SEVERAL_RESULTS, SUBTRACTING, SWITCHING, act_of
from whygrad.record.copying.own_modules import loaded_beside
from whygrad.record.live.grad_modes import Switching
from whygrad.record.live.origin import (
    BRANCH,
    EXPORT,
    LEAF,
    OUTSIDE,
    PARAMETER,
    PARTIAL,
    REQUIRES_GRAD,
    UNSEEN,
    Frames,
    Origin,
)
from whygrad.record.live.rare_facts import RareFacts
from whygrad.record.live.stack import Stack
from whygrad.record.seam import torch_api
from whygrad.recording import Chain, Node, Query, Recording, Switch, Write
from whygrad.source.files import SourceFiles
from whygrad.source.span import decorator_place

COMPARING = SUBTRACTING | DISTANCES


class Row(NamedTuple):
    """An Origin as it was."""

    op: object
    parents: tuple[int, ...]  # their ids
    frames: Frames
    flags: int
    extra: RareFacts | None  # is replaced where something is added, never changed
    dtype: torch.dtype | None
    switch: Switching | None
    clock: int


class Shown(NamedTuple):
    """What is known of an Origin by its living tensor."""

    shape: tuple[int, ...] | None
    name: str
    optimized: bool


class NotedWrite(NamedTuple):
    op: object
    frames: Frames
    clock: int
    old: int | None
    by_step: bool
    parameters: tuple[int, ...]


class Places:
    """The user's own call chains, and the files in which they lie."""

    def __init__(self, stack: Stack, texts: Mapping[str, str] | None = None) -> None:
        self.stack = stack
        self.sources = SourceFiles(texts)
        self._chains: dict[int, Chain] = {}

    def chain(self, frames: Frames) -> Chain:
        chain = self.stack.chain(frames, self.sources)
        self._chains[id(chain)] = chain
        return chain

    def files(self) -> set[str]:
        return {place.file for chain in self._chains.values() for place in chain}


@dataclass
class NotedGraph:
    """What was noted of one look, or of one question."""

    stack: Stack
    query: Query
    rows: Sequence[Row]
    index: Mapping[int, int]  # id of an Origin, as it was then -> its number
    shown: Mapping[int, Shown]  # by that number
    writes: Sequence[NotedWrite]
    evidence: tuple[Evidence, ...]
    files: set[str]  # in which facts have places
    texts: Mapping[str, str]  # of the files in which the rows have places: a file may be edited before the run ends

    def recording(self) -> Recording:
        places = Places(self.stack, self.texts)
        chain, switches = places.chain, _Switches(places)
        nodes = tuple(self._node(number, row, chain, switches) for number, row in enumerate(self.rows))
        writes = tuple(
            Write(torch_api.name_of(w.op), chain(w.frames), w.clock, w.old, w.by_step, w.parameters)
            for w in self.writes
        )
        files = places.files() | self.files | {place.file for place in self.query.chain}
        files.update(place.file for switch in switches.found for place in switch.chain)
        files |= loaded_beside(files, self.stack.ownership)
        texts = places.sources.texts(files)
        return Recording(self.query, nodes, tuple(switches.found), writes, texts, self.evidence)

    def _node(self, number: int, row: Row, chain: Callable[[Frames], Chain], switches: _Switches) -> Node:
        extra: RareFacts = row.extra or {}
        flags = row.flags
        shown = self.shown.get(number)
        shape = shown.shape if shown is not None else None
        return Node(
            op=torch_api.name_of(row.op),
            inputs=tuple(dict.fromkeys(self.index[p] for p in row.parents if p in self.index)),
            chain=chain(row.frames),
            requires_grad=bool(flags & REQUIRES_GRAD),
            kind=_kind(row),
            dtype=str(row.dtype or "").removeprefix("torch."),
            shape=shape if shape is not None else _plain(extra.get("shape", ())),
            switch=switches.number_of(row.switch),
            name=shown.name if shown is not None else "",
            parameter=bool(flags & PARAMETER),
            optimized=shown is not None and shown.optimized,
            frozen=chain(frozen) if (frozen := extra.get("frozen")) else (),
            mark=self._mark(row, extra, chain),
            outside=bool(flags & OUTSIDE),
            clock=row.clock,
            number=extra.get("number", 0),
            unknown=bool(flags & PARTIAL) or any(p not in self.index for p in row.parents),
        )

    def _is_one_of_several(self, origin: int) -> bool:
        """Is it the result of a call with several, of which each has the Origin of the call?"""
        row = self.rows[self.index[origin]] if origin in self.index else None
        return row is None or act_of(row.op) in SEVERAL_RESULTS or bool((row.extra or {}).get("function"))

    def _mark(self, row: Row, extra: RareFacts, chain: Callable[[Frames], Chain]) -> Mark | None:
        mark = extra.get("mark")
        if mark is not None:
            if isinstance(mark, PlacedMark):
                return dataclasses.replace(mark, chain=chain(extra["mark_frames"]))
            return mark
        if _compares_itself(row) and not self._is_one_of_several(row.parents[0]):
            return ComparesItself()
        if "value" in extra:
            return Decided(extra["value"])
        if extra.get("function"):
            return OfCustomFunction()
        if row.flags & UNSEEN:
            return Unseen()
        caller = self.stack.foreign_caller(row.frames)
        return CalledByLibrary(caller.co_name) if caller is not None else None


class _Switches:
    """The statements that had gradients switched off, each once."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._numbers: dict[int, int] = {}
        self.found: list[Switch] = []

    def number_of(self, switching: Switching | None) -> int | None:
        if switching is None:
            return None
        if id(switching) not in self._numbers:
            within = self.number_of(switching.outer)
            self.found.append(self._copy(switching, within))
            self._numbers[id(switching)] = len(self.found) - 1
        return self._numbers[id(switching)]

    def _copy(self, switching: Switching, within: int | None) -> Switch:
        chain, stack = self._places.chain(switching.frames), self._places.stack
        decorated = switching.decorated
        if decorated is not None and stack.ownership[decorated.co_filename]:
            place = decorator_place(decorated, tuple(SWITCHING), self._places.sources)
            return Switch(switching.kind, (*chain, place), decorated.co_name, within)
        caller = decorated or stack.foreign_caller(switching.frames)
        if switching.kind != "autograd.Function" and caller is not None:
            kind = "checkpoint" if caller.co_filename == torch_api.CHECKPOINT_FILE else "library"
            return Switch(kind, chain, "", within, foreign=getattr(caller, "co_qualname", caller.co_name))
        return Switch(switching.kind, chain, "", within, switching.bare)


def rows_of(order: Iterable[Origin]) -> list[Row]:
    return [Row(o.op, tuple(map(id, o.parents)), o.frames, o.flags, o.extra, o.dtype, o.switch, o.clock) for o in order]


def texts_of(rows: Iterable[Row], stack: Stack, sources: SourceFiles) -> dict[str, str]:
    """The texts of the program's own files, each read when it is first met."""
    places = {id(row.frames): row.frames for row in rows}.values()
    files = {code.co_filename for frames in places for code in frames[::2] if type(code) is CodeType}
    for file in files - stack.texts.keys():
        if stack.ownership[file]:
            stack.texts[file] = sources.text(file)
    return {file: stack.texts[file] for file in files if file in stack.texts}


def _plain(shape: tuple[object, ...]) -> tuple[int, ...]:
    """A shape of numbers; under `torch.jit.trace` the sizes are tensors, and a copy has none."""
    sizes = tuple(size for size in shape if type(size) is int)
    return sizes if len(sizes) == len(shape) else ()


def _compares_itself(row: Row) -> bool:
    parents = row.parents
    return len(parents) == 2 and parents[0] == parents[1] and act_of(row.op) in COMPARING


def _kind(row: Row) -> str:
    if row.flags & BRANCH:
        return "branch"
    if row.flags & EXPORT:
        return "export"
    return "leaf" if row.flags & LEAF or not (row.parents or row.flags & PARTIAL) else "operation"
