"""`paths(of, wrt)`: by which calls a derivative comes about, and how much each way adds to it."""

from __future__ import annotations

import ast
import heapq
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

from whygrad.elements.adjoints import Adjoint, at
from whygrad.elements.places import Spot
from whygrad.elements.replay import Run
from whygrad.elements.sweep import Allowed, Sweep
from whygrad.record.seam import torch_api
from whygrad.recording import Place
from whygrad.safe_text import one_line
from whygrad.source.files import SourceFiles
from whygrad.source.naming import short_place
from whygrad.tape.cells import Call, Kept, Layer, Number, State

MOST = 32  # ways that are told one by one
EXPANSIONS = 4_096


class Step(NamedTuple):
    """One line that a way leads over."""

    op: str
    file: str
    line: int
    code: str


class Path(NamedTuple):
    """One way from `wrt` to `of`, in the order of the computation; without steps: all the other paths together."""

    contribution: torch.Tensor
    steps: tuple[Step, ...]


class Paths(tuple[Path, ...]):
    """The paths, largest contribution first; the contributions add up to the derivative."""

    total: torch.Tensor

    def __str__(self) -> str:
        lines = [self._title()]
        for shown, steps in self._rows():
            texts = [one_line("  ".join(filter(None, step))) for step in steps]
            lines += [f"{shown if i == 0 else '':>12}  {text}" for i, text in enumerate(texts)]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from whygrad.render.html import ways_to_html

        return ways_to_html(self._title(), list(self._rows()))

    def _title(self) -> str:
        return f"{_number(self.total)}, through {len(self)} {'path' if len(self) == 1 else 'paths'}"

    def _rows(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """What each way adds, and its steps: the place and its code."""
        for path in self:
            steps = [(short_place(s.file, s.line), s.code) for s in path.steps]
            rest = "the other paths together" if len(self) > 1 else "no call: the value itself"
            yield _number(path.contribution, sign=True), steps or [(rest, "")]


class Way(NamedTuple):
    """A derivative that has come as far back as to a read of `layer` in `state`, over `calls`."""

    calls: tuple[Call, ...]
    layer: Layer
    adjoint: Adjoint
    state: State | None


class Search:
    """Follows every way by itself, the largest first, until `MOST` have arrived."""

    def __init__(self, sweep: Sweep, goal: Spot, allowed: Allowed) -> None:
        self._goal = goal
        self._allowed = allowed
        self._written = sweep.answer.written  # at which writing of a cell a way has arrived
        self._rows = sweep.rows
        self._heap: list[tuple[float, int, Way]] = []
        self._order = itertools.count()
        self._runs: dict[int, Run] = {}
        self.arrived: dict[tuple[int, ...], tuple[tuple[Call, ...], torch.Tensor]] = {}

    def add(self, calls: tuple[Call, ...], read: Kept | Spot, grad: torch.Tensor) -> None:
        layer = read.layer
        if not bool((grad != 0).any()) or not (layer.dtype.is_floating_point or layer.dtype.is_complex):
            return
        adjoint = Adjoint(self._rows, layer, grad.device)
        adjoint.add(read.geometry, grad.detach(), grad != 0)
        way = Way(calls, layer, adjoint, read.state)
        heapq.heappush(self._heap, (-float(grad.abs().max()), next(self._order), way))

    def run(self) -> None:
        for _ in range(EXPANSIONS):
            if not self._heap or len(self.arrived) >= MOST:
                return
            self._follow(heapq.heappop(self._heap)[2])

    @property
    def unfinished(self) -> bool:
        return bool(self._heap)

    def _follow(self, way: Way) -> None:
        """Hand the derivative on to the calls that wrote what was read, the latest first."""
        layer, state = way.layer, way.state
        while True:
            if layer.parent is not None and (state is None or state.serial < layer.born):
                self._arrive(way, layer, layer.born, None)
                if layer.call is not None:
                    self._pass(way, layer.call, layer)
                    return
                if layer.cut is not None and not self._allowed(layer.cut):
                    return
                layer = layer.parent
                continue
            if state is None:
                break
            self._pass(way, state.call, layer)
            state = state.previous
        self._arrive(way, layer, 0, None)

    def _pass(self, way: Way, call: Call, layer: Layer) -> None:
        taken = []
        for output in call.outputs:
            if output.layer.block is not layer.block:
                continue
            used = way.adjoint.used_at(output.geometry)
            if not bool(used.any()):
                continue
            written = self._run(call).written() if call.partial else torch.ones_like(used[0])
            self._arrive(way, layer, call.serial, output.geometry)
            grad = way.adjoint.grad_at(output.geometry)
            taken.append((output.number, grad * written))
            grad.masked_fill_(written, 0)
            used.masked_fill_(written, False)
        passes = call.cut is None or self._allowed(call.cut)
        if not taken or not passes or call.func is None:
            return
        for owner, grad in self._run(call).contributions(taken):
            if isinstance(owner, Number) and not self._allowed(owner.cut):
                continue
            self.add((*way.calls, call), owner.kept if isinstance(owner, Number) else owner, grad)

    def _run(self, call: Call) -> Run:
        if id(call) not in self._runs:
            self._runs[id(call)] = Run(call)
        return self._runs[id(call)]

    def _arrive(self, way: Way, layer: Layer, serial: int, region: Any) -> None:
        """Note what has come to elements of `wrt` at the writing that counts for them; it goes on to the others."""
        if layer is not self._goal.layer:
            return
        here = torch.zeros_like(way.adjoint.used)
        at(here, self._goal.geometry).fill_(True)
        here &= way.adjoint.used
        if region is not None:
            within = torch.zeros_like(here)
            at(within, region).fill_(True)
            here &= within
        if self._written is not None:
            here &= self._written == serial
        elif serial:
            return
        if not bool(here.any()):
            return
        part = at(way.adjoint.grad * here, self._goal.geometry)
        key = tuple(id(call) for call in way.calls)
        known = self.arrived.get(key)
        self.arrived[key] = (way.calls, part.clone() if known is None else known[1] + part)


def paths_of(search: Search, total: torch.Tensor, shape: tuple[int, ...], goal: Spot, recorder: Any) -> Paths:
    """What the search found, as lines of source; what it did not follow is the rest of the total."""
    sources = SourceFiles()
    found: dict[tuple[Step, ...], torch.Tensor] = {}
    for calls, part in search.arrived.values():
        steps = tuple(_steps(calls, recorder, sources))
        grad = goal.shown(part).reshape(shape)
        found[steps] = found[steps] + grad if steps in found else grad
    ordered = sorted(found.items(), key=lambda item: -float(item[1].abs().max()) if item[1].numel() else 0.0)
    paths = [Path(grad, steps) for steps, grad in ordered]
    rest = total - sum((path.contribution for path in paths), torch.zeros_like(total))
    if search.unfinished and bool((rest.abs() > 1e-6 * (1e-6 + total.abs().max())).any()):
        paths.append(Path(rest, ()))
    result = Paths(paths)
    result.total = total
    return result


def _steps(calls: tuple[Call, ...], recorder: Any, sources: SourceFiles) -> Iterator[Step]:
    """The statements that the calls stand in, in the order in which they ran."""
    latest = None
    for call in reversed(calls):
        chain = recorder.stack.chain(call.frames, sources)
        if chain:
            line, code = _statement(chain[-1], sources)
            step = Step(torch_api.name_of(call.op), chain[-1].file, line, code)
            if step[1:] != latest:
                latest = step[1:]
                yield step


def _statement(place: Place, sources: SourceFiles) -> tuple[int, str]:
    """The line and the text of the statement around a place; of a longer one the first line."""
    line, text = place.line, sources.line(place.file, place.line).strip()
    around = sources.syntax(place.file).around(place.line)
    for node in around.of(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return):
        end = (node.end_lineno or 0, node.end_col_offset or 0)
        if (node.lineno, node.col_offset) < (place.line, place.column or 1) <= end:
            code = ast.get_source_segment(sources.text(place.file), node) or text
            return node.lineno, code.splitlines()[0]
    return line, text


def _number(tensor: torch.Tensor, sign: bool = False) -> str:
    if tensor.numel() == 1:
        return f"{tensor.item():{'+' if sign else ''}.6g}"
    return str([round(v, 6) for v in tensor.reshape(-1)[:8].tolist()]) + (" …" if tensor.numel() > 8 else "")
