"""Copies what is reachable from a question out of the living Origins into a Recording: plain data, no torch."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.functions import CustomFunction
from whygrad.record.copying.names import search_names
from whygrad.record.live.exports import PLACES
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
    Switching,
)
from whygrad.record.live.recorder import Recorder
from whygrad.record.live.writes import Write as LiveWrite
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import parameters_of
from whygrad.record.watchers.processes.replicas import rank_of_this_process
from whygrad.recording import Chain, Node, Query, QueryKind, Recording, Switch, Write
from whygrad.source.files import SourceFiles
from whygrad.source.span import decorator_place

MOST = 100_000  # Origins of one copy: about two seconds, at a failure or a question
MOST_IN_PASSING = 20_000  # of a look, while the program trains
EXPORTING_IN_PASSING = 32  # places: each look copies what is behind their exports again
QUESTIONS_SHARE = 0.8  # of a copy that cannot have all
IN_PASSING = (QueryKind.SILENT, QueryKind.ASLEEP)
COMPARING = ("sub", "__sub__", "rsub", "__rsub__", "subtract", "mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")

Facts = Callable[[Callable[[Origin], int | None]], Mapping[str, Any]]  # needs to know which node an Origin became
Spot = tuple[FrameType, int]  # a frame and the instruction it is at; a finished frame's own may have moved on


class Snapshot:
    """One copying; holds tensors only while it runs."""

    def __init__(self, recorder: Recorder, frames: Sequence[Spot]) -> None:
        self._recorder = recorder
        self._frames = frames
        self._sources = SourceFiles()
        self._chains: dict[int, Chain] = {}
        self._switches: dict[int, int] = {}
        self._switch_list: list[Switch] = []
        self._tensors = {id(ref.origin): tensor for ref in recorder.origins.refs() if (tensor := ref()) is not None}
        self.search = search_names([frame for frame, _ in frames], recorder.stack.ownership)
        self.names = self.search.names
        self._waiting = _waiting(recorder)
        self._optimized = {id(p) for o in recorder.optimizers for p in parameters_of(o)}

    def take(
        self,
        kind: QueryKind,
        roots: Iterable[Origin],
        wrt: Iterable[Origin] = (),
        *,
        error: str = "",
        chain: Chain | None = None,
        root_name: str = "",
        asked: int = 0,
        read: bool = False,
        facts: Facts | None = None,
        evidence: Iterable[Evidence] | Callable[[Copy], Iterable[Evidence]] = (),
        besides: Iterable[Origin] | None = None,
    ) -> Recording:
        """Copy what is behind the question and `besides`, which is by default what ran backward lately."""
        roots, wrt = list(roots), list(wrt)
        besides = self._recorder.roots if besides is None else besides
        most, places = (MOST_IN_PASSING, EXPORTING_IN_PASSING) if kind in IN_PASSING else (MOST, PLACES)
        order, is_whole = _nearest([*roots, *wrt], [*self._recorder.exports.latest(places), *besides], most)
        index = {id(origin): i for i, origin in enumerate(order)}
        nodes = tuple(self._node(origin, index) for origin in order)
        if chain is None:
            chain = self.chain_of_frames()
        query = Query(
            kind,
            tuple(index[id(o)] for o in roots if id(o) in index),
            tuple(index[id(o)] for o in wrt if id(o) in index),
            chain,
            error,
            root_name,
            asked,
            read=read,
            has_optimizer=bool(self._optimized),
            waiting=tuple(i for i, o in enumerate(order) if id(self._tensors.get(id(o))) in self._waiting),
            nearest=0 if is_whole else len(order),
            rank=rank_of_this_process(),
            facts=facts(lambda o: index.get(id(o))) if facts is not None else {},
        )
        seen = (*_functions_in(order), *(evidence(Copy(self, index)) if callable(evidence) else evidence))
        writes = tuple(w for write in self._recorder.writes if (w := self._write(write, index)) is not None)
        sources = self._sources.texts(self._files(query, seen))
        return Recording(query, nodes, tuple(self._switch_list), writes, sources, seen)

    def _files(self, query: Query, seen: tuple[Evidence, ...]) -> set[str]:
        """The files in which something lies that was copied."""
        files = {p.file for c in (*self._chains.values(), query.chain) for p in c}
        files.update(p.file for s in self._switch_list for p in s.chain)
        files.update(file for flag in query.facts.get("flags", ()) for file in flag["files"])
        files.update(_files_in(seen))
        return files

    def _write(self, write: LiveWrite, index: Mapping[int, int]) -> Write | None:
        """The write, where what it overwrote is part of the copy."""
        old = index.get(id(write.old())) if write.old else None
        optimizer = write.optimizer() if write.optimizer else None
        if old is None and optimizer is None:
            return None
        held = [] if optimizer is None else parameters_of(optimizer)
        known = [index.get(id(self._recorder.origins.get(p))) for p in held]
        parameters = tuple(i for i in known if i is not None)
        op = torch_api.name_of(write.op)
        return Write(op, self._chain(write.frames), write.clock, old, optimizer is not None, parameters)

    def name_of(self, tensor: torch.Tensor) -> str:
        return self.names.get(id(tensor), "")

    def chain_of(self, frames: Frames) -> Chain:
        return self._chain(frames)

    def chain_of_frames(self) -> Chain:
        """The user's own frames of the question itself."""
        flat = tuple(part for frame, at in reversed(self._frames) for part in (frame.f_code, at))
        return self._chain(flat)

    def _chain(self, frames: Frames) -> Chain:
        chain = self._recorder.stack.chain(frames, self._sources)
        self._chains[id(chain)] = chain
        return chain

    def _node(self, origin: Origin, index: Mapping[int, int]) -> Node:
        extra = origin.extra or {}
        tensor = self._tensors.get(id(origin))
        flags = origin.flags
        return Node(
            op=torch_api.name_of(origin.op),
            inputs=tuple(dict.fromkeys(index[id(p)] for p in origin.parents if id(p) in index)),
            chain=self._chain(origin.frames),
            requires_grad=bool(flags & REQUIRES_GRAD),
            kind=_kind(origin),
            dtype=str(origin.dtype or "").removeprefix("torch."),
            shape=tuple(tensor.shape) if tensor is not None and not _odd(tensor) else extra.get("shape", ()),
            switch=self._switch(origin.switch),
            name=self.names.get(id(tensor), "") if tensor is not None else "",
            parameter=bool(flags & PARAMETER),
            optimized=tensor is not None and id(tensor) in self._optimized,
            frozen=self._chain(extra["frozen"]) if extra.get("frozen") else (),
            detail=self._detail(origin, extra),
            detail_chain=self._chain(extra["detail_frames"]) if "detail_frames" in extra else (),
            outside=bool(flags & OUTSIDE),
            clock=origin.clock,
            number=extra.get("number", 0),
            unknown=bool(flags & PARTIAL) or any(id(p) not in index for p in origin.parents),
        )

    def _detail(self, origin: Origin, extra: Mapping[str, Any]) -> str:
        if "detail" in extra:
            return str(extra["detail"])
        if _compares_itself(origin):
            return "itself"
        if "value" in extra:
            return str(extra["value"])
        if extra.get("function"):
            return "autograd.Function"
        if origin.flags & UNSEEN:
            return "unseen"
        caller = self._recorder.stack.foreign_caller(origin.frames)
        return caller.co_name if caller is not None else ""

    def _switch(self, switching: Switching | None) -> int | None:
        if switching is None:
            return None
        if id(switching) not in self._switches:
            within = self._switch(switching.outer)
            self._switch_list.append(self._copy_switch(switching, within))
            self._switches[id(switching)] = len(self._switch_list) - 1
        return self._switches[id(switching)]

    def _copy_switch(self, switching: Switching, within: int | None) -> Switch:
        chain = self._chain(switching.frames)
        decorated, own = switching.decorated, self._recorder.stack.ownership
        if decorated is not None and own[decorated.co_filename]:
            place = decorator_place(decorated, ("no_grad", "inference_mode", "set_grad_enabled"), self._sources)
            return Switch(switching.kind, (*chain, place), decorated.co_name, within)
        caller = decorated or self._recorder.stack.foreign_caller(switching.frames)
        if switching.kind != "autograd.Function" and caller is not None:
            kind = "checkpoint" if caller.co_filename == torch_api.CHECKPOINT_FILE else "library"
            return Switch(kind, chain, "", within, foreign=getattr(caller, "co_qualname", caller.co_name))
        return Switch(switching.kind, chain, "", within, switching.bare)


class Copy:
    """What evidence needs to know of a copy: which node an Origin became, and where its frames lie."""

    def __init__(self, snapshot: Snapshot, index: Mapping[int, int]) -> None:
        self._snapshot = snapshot
        self._index = index

    def at(self, origin: Origin) -> int | None:
        return self._index.get(id(origin))

    def all_at(self, origins: Iterable[Origin]) -> tuple[int, ...]:
        """The nodes of those that are part of the copy."""
        return tuple(at for origin in origins if (at := self.at(origin)) is not None)

    def chain(self, frames: Frames) -> Chain:
        return self._snapshot.chain_of(frames)

    def name(self, tensor: torch.Tensor) -> str:
        return self._snapshot.name_of(tensor)


def _nearest(question: list[Origin], besides: list[Origin], most: int) -> tuple[list[Origin], bool]:
    """What lies behind the question and the rest, nearest first, and whether that is all.

    Of a larger graph the question gets its share before the rest does, and after that what is left over.
    """
    seen: set[int] = set()
    order: list[Origin] = []
    walks = _walk(question, seen), _walk(besides, seen)
    for walk, limit in ((walks[0], most * QUESTIONS_SHARE), (walks[1], most), (walks[0], most)):
        for origin in walk:
            order.append(origin)
            if len(order) >= limit:
                break
    return order, all(next(walk, None) is None for walk in walks)


def _walk(starts: list[Origin], seen: set[int]) -> Iterator[Origin]:
    """The starts and what they were computed from, breadth first, without what was `seen`."""
    queue = deque(starts)
    while queue:
        origin = queue.popleft()
        if id(origin) not in seen:
            seen.add(id(origin))
            yield origin
            queue.extend(origin.parents)


def _compares_itself(origin: Origin) -> bool:
    parents = origin.parents
    return len(parents) == 2 and parents[0] is parents[1] and getattr(origin.op, "__name__", "") in COMPARING


def _waiting(recorder: Recorder) -> set[int]:
    """The parameters of the optimizers that were cleared for this pass, where others were not."""
    parameters = {id(p) for o in recorder.waiting for p in parameters_of(o)}
    held = {id(p) for o in recorder.optimizers for p in parameters_of(o)}
    return parameters if parameters < held else set()


def _functions_in(order: Sequence[Origin]) -> Iterable[CustomFunction]:
    """The custom Functions that took part, each once."""
    functions: list[CustomFunction] = [o.extra["function"] for o in order if o.extra and o.extra.get("function")]
    return {f.name: f for f in functions}.values()


def _files_in(seen: object) -> Iterator[str]:
    """The files of all places and definitions in some evidence."""
    if is_a(seen, tuple):
        for item in seen:
            yield from _files_in(item)
    elif dataclasses.is_dataclass(seen):
        for part in dataclasses.fields(seen):
            value = getattr(seen, part.name)
            if part.name == "file":
                yield value
            else:
                yield from _files_in(value)


def _kind(origin: Origin) -> str:
    if origin.flags & BRANCH:
        return "branch"
    if origin.flags & EXPORT:
        return "export"
    return "leaf" if origin.flags & LEAF or not (origin.parents or origin.flags & PARTIAL) else "operation"


def _odd(tensor: torch.Tensor) -> bool:
    """Nested tensors and uninitialised parameters have no plain shape."""
    return tensor.is_nested or is_a(tensor, torch_api.UNINITIALIZED)
