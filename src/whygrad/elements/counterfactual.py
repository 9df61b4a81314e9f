"""Is it really that cut? The watched step is differentiated again as if one cut were not there.

Only where values were kept, so only under `watch()`; the program's own code does not run again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FrameType

import torch

from whygrad.diagnostic import Diagnostic
from whygrad.elements.cuts import CAUSES
from whygrad.elements.read import Reading, aside, read
from whygrad.finding import Finding
from whygrad.record.copying.names import search_names
from whygrad.record.live.origin import Origin, comes_from
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.spots import spots_of
from whygrad.record.seam.as_is import is_a
from whygrad.safe_text import one_line

ASKED = 3  # findings, and starving leaves of each, that are asked about
COMPARED = 8  # other leaves whose gradients are compared
ALIKE = 1e-6  # gradients that differ by less, relative to their size, are the same

STILL_CUT = "its gradient is cut: "  # what an answer of zero says before it names the cuts

Pair = tuple[Finding, Diagnostic]


@dataclass(frozen=True)
class Opened:
    """What would come of a step if one cut were open."""

    line: int
    norms: tuple[tuple[str, float], ...]  # of the starving leaves that were asked about, by name
    changed: tuple[str, ...] = ()  # leaves with a gradient that would not stay what it is
    compared: int = 0
    rest: str = ""  # what else keeps a gradient away, where none would arrive

    @property
    def cures(self) -> bool:
        return any(norm > 0 for _, norm in self.norms)

    def told(self) -> str:
        """One sentence with the numbers."""
        reached = [(name, norm) for name, norm in self.norms if norm > 0]
        if not reached:
            names = " and ".join(f"`{name}`" for name, _ in self.norms)
            besides = f": {self.rest} stops it too" if self.rest else ""
            return f"without the cut on line {self.line}, {names} would still get no gradient{besides}"
        gains = ", ".join(
            f"`{name}` would get a gradient of norm {norm:.3g}" if not i else f"`{name}` one of {norm:.3g}"
            for i, (name, norm) in enumerate(reached)
        )
        return f"without the cut on line {self.line}, {gains}{self._besides()}"

    def _besides(self) -> str:
        if self.changed:
            listed = ", ".join(f"`{name}`" for name in self.changed[:ASKED])
            return f"; the gradient of {listed} would change too"
        return "; no other gradient would change" if self.compared else ""


def weighed(recorder: Recorder, subject: object, pairs: Sequence[Pair], frame: FrameType) -> list[Pair]:
    """The findings with what opening their cuts would bring; those whose cut makes no difference come last."""
    taping = recorder.mode.taping
    if taping is None or recorder.broken or not any(_is_asked(finding) for finding, _ in pairs):
        return list(pairs)
    asked_before = recorder.mode.asked
    try:
        replay = _Replay(recorder, subject, frame)
        opened = [
            replay.opened(finding) if _is_asked(finding) and i < ASKED else None for i, (finding, _) in enumerate(pairs)
        ]
    finally:
        recorder.mode.asked = asked_before  # an answer of ours is no reason to keep values for longer
    told = [(_noted(pair, answer), answer) for pair, answer in zip(pairs, opened, strict=True)]
    if any(answer is not None and answer.cures for answer in opened):
        told.sort(key=lambda each: each[1] is not None and not each[1].cures)
    return [pair for pair, _ in told]


def _is_asked(finding: Finding) -> bool:
    return finding.cause in CAUSES and finding.site is not None and finding.severity != "note"


def _noted(pair: Pair, answer: Opened | None) -> Pair:
    finding, diagnostic = pair
    if answer is None:
        return pair
    return finding, replace(diagnostic, notes=(*diagnostic.notes, one_line(answer.told())))


class _Replay:
    """The loss in question and the leaves behind it, by name."""

    def __init__(self, recorder: Recorder, subject: object, frame: FrameType) -> None:
        self._recorder, self._frame = recorder, frame
        living = [(ref.origin, t) for ref in recorder.origins.refs() if (t := ref()) is not None and ref.origin]
        names = search_names([f for f, _ in spots_of(frame)], recorder.stack.ownership).names
        self._leaves = {names[id(t)]: (origin, t) for origin, t in living if id(t) in names and t.is_leaf}
        self._root = _root(recorder, subject, {id(origin): t for origin, t in living})

    def opened(self, finding: Finding) -> Opened | None:
        """None where there is no answer: the loss or the leaves are gone, or a value was not kept."""
        if self._root is None or finding.site is None:
            return None
        origin, root = self._root
        starving = [n for n in finding.lost if n in self._leaves and comes_from(origin, self._leaves[n][0])]
        try:
            with aside(self._recorder, self._frame):
                readings = [(name, self._reading(root, name, finding)) for name in starving[:ASKED]]
                norms = tuple((name, float(reading.value.detach().norm())) for name, reading in readings)
                cures = any(norm > 0 for _, norm in norms)
                kept = [*self._kept(origin, root, finding)] if cures else []
        except (ValueError, RuntimeError, NotImplementedError, TypeError):
            return None
        changed = tuple(name for name, changes in kept if changes)
        rest = "" if cures or not readings else readings[0][1].reason.partition(STILL_CUT)[2]
        return Opened(finding.site.line, norms, changed, len(kept), rest) if norms else None

    def _reading(self, root: torch.Tensor, name: str, finding: Finding | None) -> Reading:
        return read(root, self._leaves[name][1], finding, self._recorder)

    def _kept(self, origin: Origin, root: torch.Tensor, finding: Finding) -> Iterator[tuple[str, bool]]:
        """Leaves that get a gradient as it is, and whether it would change."""
        learning = [n for n, (o, t) in self._leaves.items() if t.requires_grad and comes_from(origin, o)]
        for name in [name for name in learning if name not in finding.lost][:COMPARED]:
            before = self._reading(root, name, None).value.detach()
            size = float(before.norm())
            if size > 0:
                after = self._reading(root, name, finding).value.detach()
                yield name, float((after - before).norm()) > ALIKE * size


def _root(
    recorder: Recorder, subject: object, living: Mapping[int, torch.Tensor]
) -> tuple[Origin, torch.Tensor] | None:
    """The loss that is asked about, or the one of the latest pass; None where it is gone, or not one number."""
    asked = recorder.origins.get(subject) if is_a(subject, torch.Tensor) else None
    roots = [asked] if asked is not None and not _learns(subject) else []
    for ran in reversed(recorder.run.latest_passes) if not roots else ():
        roots += ran.parents if ran.op == "backward" else (ran,)
    for origin in roots[:1]:
        tensor = living.get(id(origin))
        if tensor is not None and tensor.numel() == 1:
            return origin, tensor
    return None


def _learns(subject: object) -> bool:
    return is_a(subject, torch.Tensor) and subject.is_leaf and subject.requires_grad
