"""Values of parameters without a gradient that no loss uses.

Some are dropped by a function whose call gives the loss only constants; of others nothing but the source tells why.

Asked at steps whose values are read, by the Origins of what was computed; no value is read for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from types import CodeType
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.abandoned_terms import DroppedResult, UnusedResult
from whygrad.ops import CONSTANTS, act_of
from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.events import PassEnded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT, MANY_ORIGINS, Bounded
from whygrad.record.live.origin import CUT, LEAF, REQUIRES_GRAD, Frames, Origin, behind, parents_of
from whygrad.record.live.stack import pairs_in
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import Learner
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_ASKED = 64  # values of one step
Activation = tuple[object, ...]  # a function's code, and the calls that led to it


@dataclass
class _Dropped:
    constant: Frames
    learners: list[Learner]
    shared: int = 0  # of the user's frames, those in which the loss gets something that the value was computed from


class DroppedResults(Watcher):
    """Compares what was computed for a step with what went backward."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Dropped] = Bounded(FEW_KEPT)
        self._roots: deque[Origin] = deque(maxlen=FEW_KEPT)  # of the passes since the latest step

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        if self.recorder.probe.results and event.collects:
            self._roots.extend(event.known)

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        if not self._roots:
            return  # mostly
        roots, self._roots = self._roots, deque[Origin](maxlen=FEW_KEPT)
        if event.is_over:
            return
        # A part of a flat parameter is used wherever the whole is taken apart.
        learners = (k for k in event.history.learners.values() if not k.lies_in_another())
        hungry = {id(k.origin): k for k in learners if k.has_no_gradient()}
        if not hungry:
            return
        used = list(islice(breadth_first(roots, _values_in), MANY_ORIGINS))
        ids = set(map(id, used))
        dropped = [o for o in self.recorder.probe.results if id(o) not in ids]
        inner = behind(dropped)
        lines: dict[Frames, list[Origin]] = {}
        for origin in dropped:
            if id(origin) not in inner:
                lines.setdefault(origin.frames, []).append(origin)
        given: dict[Activation, list[Origin]] | None = None
        for frames, origins in list(lines.items())[:MOST_ASKED]:
            leaves = set(map(id, leaves_behind(origins)))
            lost = [learner for leaf, learner in hungry.items() if leaf in leaves]
            if lost:
                given = self._by_activation(used) if given is None else given
                constant = self._constant_instead(origins[-1], given)
                if constant is not None:
                    self._found[frames] = _Dropped(constant.frames, lost)
                elif (origins[-1].extra or {}).get("shape"):  # of a number that may be a loss others tell
                    self._found[frames] = _Dropped((), lost, self._frames_shared(frames, origins, ids))

    def of_run(self, copy: Copy) -> Iterator[DroppedResult | UnusedResult]:
        for frames, dropped in self._found.items():
            lost = tuple(k.name for k in dropped.learners if k.name and k.has_no_gradient())
            if lost and dropped.constant:
                yield DroppedResult(copy.chain(frames), copy.chain(dropped.constant), lost)
            elif lost:
                yield UnusedResult(copy.chain(frames), dropped.shared, lost)

    def _frames_shared(self, frames: Frames, origins: list[Origin], used: set[int]) -> int:
        """How many of the outermost frames made something that both these values and the loss were computed from."""
        own = self._own(frames)

        def unused(origin: Origin) -> tuple[Origin, ...]:
            return () if id(origin) in used else parents_of(origin)

        met = (o for o in islice(breadth_first(origins, unused), MANY_ORIGINS) if id(o) in used and not o.flags & LEAF)
        together = (
            takewhile(lambda pair: pair[0] == pair[1], zip(own, self._own(o.frames), strict=False)) for o in met
        )
        return max((sum(1 for _ in pairs) for pairs in together), default=0)

    def _own(self, frames: Frames) -> list[tuple[int, int]]:
        """The frames of the program's, outermost first, told apart by which code objects they are."""
        own = self.recorder.stack.ownership
        return [(id(code), at) for code, at in reversed(pairs_in(frames)) if own[code.co_filename]]

    def _by_activation(self, used: list[Origin]) -> dict[Activation, list[Origin]]:
        """What the loss has of each call of a function, and of the calls inside it."""
        found: dict[Activation, list[Origin]] = {}
        for origin in used:
            for activation in self._activations(origin.frames):
                found.setdefault(activation, []).append(origin)
        return found

    def _activations(self, frames: Frames) -> Iterator[Activation]:
        """The functions of the program's that were running, innermost first, each with who called it."""
        own = self.recorder.stack.ownership
        pairs = [(id(code), at, code) for code, at in pairs_in(frames) if own[code.co_filename]]
        for depth, (code, _, function) in enumerate(pairs):
            if _is_function(function):
                yield (code, *((c, at) for c, at, _ in pairs[depth + 1 :]))

    def _constant_instead(self, origin: Origin, given: dict[Activation, list[Origin]]) -> Origin | None:
        """The constant of the innermost call around a value that the loss has something from, where it has no more."""
        for activation in self._activations(origin.frames):
            parts = given.get(activation)
            if parts is not None:
                made = [p for p in parts if _is_constant(p)]
                if any(part.flags & (REQUIRES_GRAD | CUT) for part in parts if part not in made):
                    return None
                return next((constant for constant in made if _is_filled_by(origin, constant)), None)
        return None


def _is_constant(origin: Origin) -> bool:
    return not origin.flags & REQUIRES_GRAD and act_of(origin.op) in CONSTANTS


def _values_in(origin: Origin) -> tuple[Origin, ...]:
    """What a value was computed from; of `zeros_like(x)` there is no value of `x` in it."""
    return () if _is_constant(origin) else parents_of(origin)


def _is_function(code: CodeType) -> bool:
    return not code.co_name.startswith("<")


def _is_filled_by(value: Origin, constant: Origin) -> bool:
    """Would the value fit into the constant, as a whole, a row or an element?"""
    one, other = (value.extra or {}).get("shape"), (constant.extra or {}).get("shape")
    if one is None or not other:
        return False
    return other[len(other) - len(one) :] == one or one[-1:] == other[-1:]
