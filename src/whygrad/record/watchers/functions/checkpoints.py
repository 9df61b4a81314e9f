"""Checkpointed functions run twice: what they did and saw the first time, and when they were run again.

The steps are noted where their frames are taken anyway. The second run is followed only where something that the
function reads has changed, where random numbers may differ, or where a place is new.
"""

from __future__ import annotations

import re
import sys
import threading
import weakref
from collections.abc import Callable, Generator, Iterator
from sys import _getframe
from types import CodeType, FrameType, GeneratorType
from typing import TYPE_CHECKING, Any

from whygrad.evidence.passes import OTHER_VALUES, ChangedValue, CheckpointRuns
from whygrad.record.live.bounded import Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.seam import patched, torch_api, torch_modes
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import Args, Kwargs
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.watchers.functions.watched_state import State, differences, state_of
from whygrad.recording import Chain
from whygrad.source.owner import Ownership

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

MOST_STEPS = 4_000
PLACES = 1_024
FOLLOWED = 4  # second runs of one place that are followed although nothing has changed
TOLD = 12
MOST_TOLD = 200
POSITION = re.compile(r"tensor at position (\d+)")
Held = Callable[[], Any]  # torch's own note of a checkpoint, for as long as it lives
Steps = list[tuple[Frames, int]]  # the frames of a step, and how many values had been saved for the gradient after it


class Entry:
    """One call of a checkpointed function."""

    __slots__ = ("__weakref__", "again", "again_outer", "changed", "first", "frames", "preserves", "state")

    def __init__(self, frames: Frames, preserves: bool, state: State) -> None:
        self.frames = frames
        self.preserves = preserves  # the random numbers of the first run are drawn again
        self.state = state
        self.first: Steps = []
        self.again: Steps = []
        self.again_outer = 0
        self.changed: list[tuple[str, str, str]] = []


class _Running(threading.local):
    def __init__(self) -> None:
        self.steps: list[tuple[Steps, Callable[[], int]]] = []


class Checkpoints:
    """Follows the checkpoints of the program; an entry lives as long as the graph that may run it again."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._running = _Running()
        self._followers = 0  # runs that are followed now, of all threads
        self._followed: Bounded[Frames, int] = Bounded(PLACES)  # place -> second runs
        self._latest: weakref.ref[Entry] | None = None  # the one that was run again last

    def install(self, undo: Patches) -> None:
        replace(undo, patched.CHECKPOINT_GENERATOR, self._watched)

    def _watched(self, original: Callable[..., Generator[None, None, None]]) -> Callable[..., object]:
        """Torch's generator yields where the function runs; ours does too, and begins and ends to follow it there."""
        recorder = self._recorder

        def generator(*args: object, **kwargs: object) -> Iterator[None]:
            __tracebackhide__ = True
            inner = original(*args, **kwargs)
            for _ in inner:
                running = recorder.contained(self._number_running)
                try:
                    recorder.guarded(self._begins, inner, _getframe(1))
                    yield
                except BaseException as error:
                    inner.throw(error)
                finally:
                    recorder.put_back(self._ends, running)

        return generator

    # -- the first run ---------------------------------------------------------------------------------------------

    def _number_running(self) -> int:
        return len(self._running.steps)

    def _begins(self, inner: Generator[None, None, None], frame: FrameType) -> None:
        frame_of_torch = inner.gi_frame if is_a(inner, GeneratorType) else None
        variables = frame_of_torch.f_locals if frame_of_torch is not None else {}
        held: Any = variables.get("new_frame")
        function = variables.get("fn")
        if not torch_api.grad_enabled():
            return
        if not patched.can_be_followed(held):
            self._recorder.run.limits.left_alone("torch.utils.checkpoint.checkpoint")
            return
        args, kwargs = variables.get("args", ()), variables.get("kwargs", {})
        preserves = bool(variables.get("preserve_rng_state", True))
        entry = Entry(self._recorder.stack.capture(frame), preserves, state_of(function, args, kwargs))
        weak = weakref.ref(held)  # it holds what runs the function again, which holds the entry
        held.recompute_fn = self._run_again(held.recompute_fn, entry, function, kwargs, weak)
        self._follow(entry.first, lambda: len(saved.weak_holders) if (saved := weak()) is not None else 0)

    def _ends(self, outside: int | None) -> None:
        """What began since so many ran is over, however far it has got."""
        if outside is None:  # it could not be told
            return
        while len(self._running.steps) > outside:
            self._running.steps.pop()
            self._followers -= 1
            if not self._followers:  # nobody pays for it any longer
                self._recorder.stack.follower = None

    # -- the second run --------------------------------------------------------------------------------------------

    def _run_again(
        self, original: Callable[..., object], entry: Entry, function: object, kwargs: Kwargs, weak: Held
    ) -> Callable[..., object]:
        recorder = self._recorder

        def again(*args: object) -> object:
            __tracebackhide__ = True
            running, watched = recorder.contained(self._outside) or (None, True)
            try:
                recorder.guarded(self._begins_again, entry, function, args, kwargs, weak, _getframe())
                return original(*args)
            finally:
                recorder.put_back(self._ends_again, running, watched)

        return again

    def _outside(self) -> tuple[int, bool]:
        """How many are followed, and whether the recorder is in place."""
        return self._number_running(), torch_modes.is_on_stack(self._recorder.mode)

    def _begins_again(
        self, entry: Entry, function: object, args: Args, kwargs: Kwargs, weak: Held, frame: FrameType
    ) -> None:
        """Start to follow the second run, and put the recorder into place for it."""
        self._latest = weakref.ref(entry)
        entry.changed = differences(entry.state, state_of(function, patched.passed_again(args, kwargs), kwargs))
        entry.again = []
        steps: Steps = []
        place = entry.frames[2:4]  # of the call; where torch stands inside its own function differs when that is warm
        self._followed[place] = self._followed.get(place, 0) + 1
        told = any(new != OTHER_VALUES for _, _, new in entry.changed)
        if told or not entry.preserves or self._followed[place] <= FOLLOWED:
            steps = entry.again
        entry.again_outer = len(self._recorder.stack.capture(frame)) // 2 - 1
        self._follow(steps, lambda: sum(saved.recomp_counter.values()) if (saved := weak()) is not None else 0)
        if steps is entry.again and not torch_modes.is_on_stack(self._recorder.mode) and not self._recorder.steady.away:
            torch_modes.put_mode(self._recorder.mode)

    def _ends_again(self, running: int | None, watched: bool) -> None:
        self._ends(running)
        if not watched:
            torch_modes.remove_mode(self._recorder.mode)

    # -- steps -----------------------------------------------------------------------------------------------------

    def _follow(self, steps: Steps, saved: Callable[[], int]) -> None:
        self._followers += 1
        self._running.steps.append((steps, saved))
        self._recorder.stack.follower = self._captured

    def _captured(self, frames: Frames) -> None:
        if self._running.steps:
            steps, saved = self._running.steps[-1]
            if len(steps) < MOST_STEPS:
                steps.append((frames, saved()))

    # -- what is to be told ----------------------------------------------------------------------------------------

    def latest_runs(self, error: str, chain_of: Callable[[Frames], Chain]) -> CheckpointRuns | None:
        """What is known of the checkpoint that was run again last, where the error is about one."""
        entry = self._latest() if self._latest is not None and "checkpoint" in error else None
        if entry is None:
            return None
        own = self._recorder.stack.ownership
        first = _inside(entry.first, len(entry.frames) // 2 - 1, own)
        again = _inside(entry.again, entry.again_outer, own)
        outer = entry.frames[2:]

        def chain(steps: Steps, at: int) -> Chain:
            return chain_of(steps[at][0] + outer) if 0 <= at < len(steps) else ()

        same = next((n for n, (a, b) in enumerate(zip(first, again, strict=False)) if a[0] != b[0]), None)
        at = same if same is not None else min(len(first), len(again))
        saving = _saving(first, error)
        return CheckpointRuns(
            call=chain_of(entry.frames),
            preserves=entry.preserves,
            followed=bool(again),
            changed=tuple(ChangedValue(*change) for change in entry.changed[:TOLD]),
            before=chain(first, at - 1),
            first=chain(first, at),
            again=chain(again, at),
            apart=same is not None or len(again) > len(first),
            steps=() if entry.preserves else tuple(chain(first, n)[-1] for n in range(min(len(first), MOST_TOLD))),
            differing=chain_of(saving + outer) if saving else (),
        )


def _inside(steps: Steps, outer: int, own: Ownership) -> Steps:
    """The steps without the frames around the function, each expression once, and only the program's own."""
    found: Steps = []
    for frames, saved in steps:
        inner = frames[: len(frames) - 2 * outer] if outer else frames
        if any(own[code.co_filename] for code in inner[::2] if type(code) is CodeType):
            if found and found[-1][0] == inner:
                found[-1] = (inner, saved)
            else:
                found.append((inner, saved))
    return found


def _saving(steps: Steps, error: str) -> Frames:
    """The step that saved the first value that torch says is of another kind when run again."""
    position = POSITION.search(error)
    number = int(position.group(1)) if position else sys.maxsize
    return next((frames for frames, saved in steps if saved > number), ())
