"""Copies what is reachable from a question out of the living Origins into a Recording: plain data, no torch."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FrameType

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.functions import CustomFunction
from whygrad.evidence.modules import FreezingCall
from whygrad.record.copying.names import search_names
from whygrad.record.copying.noted_graph import NotedGraph, NotedWrite, Places, Shown, rows_of, texts_of
from whygrad.record.live.exports import PLACES
from whygrad.record.live.origin import PARAMETER, REQUIRES_GRAD, Frames, Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.live.writes import Write as LiveWrite
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import groups_of, parameters_of
from whygrad.record.special.requires_grad_set import is_a_librarys_choice
from whygrad.record.watchers.processes.replicas import rank_of_this_process
from whygrad.recording import Chain, Query, QueryKind, Recording

MOST = 100_000  # Origins of one copy: about two seconds, at a failure or a question
MOST_IN_PASSING = 20_000  # of a look, while the program trains
EXPORTING_IN_PASSING = 32  # places: each look copies what is behind their exports again
QUESTIONS_SHARE = 0.8  # of a copy that cannot have all
IN_PASSING = (QueryKind.SILENT, QueryKind.ASLEEP, QueryKind.DEAD)

Spot = tuple[FrameType, int]  # a frame and the instruction it is at; a finished frame's own may have moved on


class Snapshot:
    """One copying; holds tensors only while it runs."""

    def __init__(self, recorder: Recorder, frames: Sequence[Spot]) -> None:
        self._recorder = recorder
        self._frames = frames
        self._places = Places(recorder.stack)
        self._tensors = {id(ref.origin): tensor for ref in recorder.origins.refs() if (tensor := ref()) is not None}
        groups = [id(group) for optimizer in recorder.run.optimizers for group in groups_of(optimizer)]
        self.search = search_names([frame for frame, _ in frames], recorder.stack.ownership, groups)
        self.names = self.search.names
        self._name_shards()
        self._waiting = _waiting(recorder)
        self._optimized = {id(p) for o in recorder.run.optimizers for p in parameters_of(o)}

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
        evidence: Iterable[Evidence] | Callable[[Copy], Iterable[Evidence]] = (),
        besides: Iterable[Origin] | None = None,
    ) -> Recording:
        """Copy what is behind the question and `besides`, which is by default what ran backward lately."""
        chain = self.chain_of_frames() if chain is None else chain
        query = Query(kind, (), (), chain, error, root_name, asked, read=read)
        return self.note(query, roots, wrt, evidence=evidence, besides=besides).recording()

    def note(
        self,
        query: Query,
        roots: Iterable[Origin],
        wrt: Iterable[Origin] = (),
        *,
        evidence: Iterable[Evidence] | Callable[[Copy], Iterable[Evidence]] = (),
        besides: Iterable[Origin] | None = None,
    ) -> NotedGraph:
        """As `take`, of a question that lacks its roots, to be made a Recording later."""
        roots, wrt = list(roots), list(wrt)
        besides = self._recorder.run.roots if besides is None else besides
        most, places = (MOST_IN_PASSING, EXPORTING_IN_PASSING) if query.kind in IN_PASSING else (MOST, PLACES)
        order, is_whole = _nearest([*roots, *wrt], [*self._recorder.exports.latest(places), *besides], most)
        index = {id(origin): i for i, origin in enumerate(order)}
        seen = (
            *_functions_in(order),
            *self._freezing_calls(order),
            *(evidence(Copy(self, index)) if callable(evidence) else evidence),
        )
        query = dataclasses.replace(
            query,
            roots=tuple(index[id(o)] for o in roots if id(o) in index),
            wrt=tuple(index[id(o)] for o in wrt if id(o) in index),
            has_optimizer=bool(self._optimized),
            waiting=tuple(i for i, o in enumerate(order) if id(self._tensors.get(id(o))) in self._waiting),
            nearest=0 if is_whole else len(order),
            rank=rank_of_this_process(),
        )
        shown = {
            i: self._shown(tensor) for i, o in enumerate(order) if (tensor := self._tensors.get(id(o))) is not None
        }
        twins = {_call_of(origin): i for i, origin in enumerate(order) if _is_a_function(origin)}
        seen_writes = self._recorder.watching.tensors.writes
        with_gone = query.kind in (QueryKind.UNUSED, QueryKind.SILENT)  # there a step may be what cuts the path
        writes = [noted for write in seen_writes if (noted := self._write(write, index, twins, with_gone)) is not None]
        rows, stack = rows_of(order), self._recorder.stack
        files = {*self._places.files(), *_files_in(seen)}
        texts = texts_of(rows, stack, self._places.sources) if query.kind in IN_PASSING else {}
        return NotedGraph(stack, query, rows, index, shown, writes, seen, files, texts)

    def _shown(self, tensor: torch.Tensor) -> Shown:
        shape = tuple(tensor.shape) if not _odd(tensor) else None
        return Shown(shape, self.names.get(id(tensor), ""), id(tensor) in self._optimized)

    def _write(
        self, write: LiveWrite, index: Mapping[int, int], twins: Mapping[object, int], with_gone: bool
    ) -> NotedWrite | None:
        """The write, where what it overwrote is part of the copy, or another result of a Function that is."""
        origin = write.old() if write.old else None
        old = index.get(id(origin)) if origin is not None else None
        if old is None and origin is not None and _is_a_function(origin):
            old = twins.get(_call_of(origin))
        stepped = self._stepped(write, with_gone) if write.optimizer else None
        if old is None and stepped is None:
            return None
        known = [index.get(id(origin)) for origin in stepped or ()]
        parameters = tuple(i for i in known if i is not None)
        return NotedWrite(write.op, write.frames, write.clock, old, stepped is not None, parameters)

    def _stepped(self, write: LiveWrite, with_gone: bool) -> list[Origin | None] | None:
        """What the optimizer of a step holds; `with_gone` also what the latest step of one that is gone changed."""
        optimizer = write.optimizer() if write.optimizer else None
        if optimizer is not None:
            return [self._recorder.origins.get(p) for p in parameters_of(optimizer)]
        histories = reversed(self._recorder.training.histories) if with_gone else ()
        gone = next((h for h in histories if h.latest_step == write.frames), None)
        return [learner.origin for learner in gone.learners.values()] if gone is not None else None

    def _freezing_calls(self, order: Sequence[Origin]) -> list[FreezingCall]:
        """Those in which a library decided what is frozen, each once."""
        calls: dict[FreezingCall, None] = {}
        for origin in order:
            extra = origin.extra or {}
            if is_a_librarys_choice(function := extra.get("frozen_by", "")) and not origin.flags & REQUIRES_GRAD:
                calls[FreezingCall(self.chain_of(extra.get("frozen") or origin.frames), function)] = None
        return list(calls)

    def _name_shards(self) -> None:
        """A module may hold the whole parameter for a while, in the place of the shard that the optimizer holds."""
        for ref in self._recorder.origins.refs():
            if ref.origin is not None and ref.origin.flags & PARAMETER:
                name, owner = self.names.get(id(ref())), self._tensors.get(id(ref.origin))
                if name is not None and owner is not None:
                    self.names.setdefault(id(owner), name)

    def name_of(self, tensor: torch.Tensor) -> str:
        return self.names.get(id(tensor), "")

    def chain_of(self, frames: Frames) -> Chain:
        return self._places.chain(frames)

    def chain_of_frames(self) -> Chain:
        """The user's own frames of the question itself."""
        flat = tuple(part for frame, at in reversed(self._frames) for part in (frame.f_code, at))
        return self._places.chain(flat)


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


def _is_a_function(origin: Origin) -> bool:
    """Is it a result of a custom Function, or of compiled code, which may have several and save any of them?"""
    return type(origin.op) is str and origin.op.endswith(".apply")


def _call_of(origin: Origin) -> object:
    """The same for all results of one call."""
    return origin.op, origin.frames, origin.clock


def _waiting(recorder: Recorder) -> set[int]:
    """The parameters of the optimizers that were cleared for this pass, where others were not."""
    parameters = {id(p) for o in recorder.run.waiting for p in parameters_of(o)}
    held = {id(p) for o in recorder.run.optimizers for p in parameters_of(o)}
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
                yield from [value] if value else []
            elif part.name == "files":
                yield from value
            else:
                yield from _files_in(value)


def _odd(tensor: torch.Tensor) -> bool:
    """Nested tensors and uninitialised parameters have no plain shape; sizes that are traced are tensors."""
    return tensor.is_nested or is_a(tensor, torch_api.UNINITIALIZED) or torch_api.is_traced()
