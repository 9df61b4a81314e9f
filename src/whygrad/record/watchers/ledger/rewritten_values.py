"""Does the progress of several steps last? Asked where a parameter was written between two of them, as once an epoch.

Values at the first pass after such a write are compared with those after the write before. What hardly differs has not
learnt anything in between; what was drawn by chance has not either. A running average of the parameter itself, which
was updated after several of the steps, may lag less far behind: who goes on from it loses most of the way all the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.rewritten_values import AverageLeft, RewrittenValues
from whygrad.ops import BOUNDING, REDRAWING, act_of, canonical
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import LeafWritten, PassBegan, StepEnded, Written
from whygrad.record.live.kept_values import Values
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin, OwnRef
from whygrad.record.live.rare_facts import RareFacts
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.ledger.averages import SEVERAL, Averages, first_of, mixes, parameter_behind

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW = 4  # parameters of each optimizer
SMALL = 65_536  # elements of one of them
WINDOW = 2  # steps between two writes; what one step did is asked elsewhere
HARDLY = 0.02  # of what a single step changes
SHARE = 0.05  # of what all steps since have changed: an average that lags far behind leaves no more
OF_AVERAGE = 0.25  # the same where the values are a running average of the parameter
MOST_WINDOWS = 64
WRITING = frozenset({"add", "sub", "lerp", "copy", "__set__"})
COPYING = frozenset({"copy", "__set__"})


@dataclass(eq=False)
class _Window:
    """One parameter since it was last written by the program."""

    learner: Learner
    optimizer: Callable[[], torch.optim.Optimizer | None]
    start: Values
    steps: int  # that the optimizer had taken by then
    moved: float | None = None  # what the first step since has changed
    latest: Values | None = None  # a few elements after the latest step, of one that was written before
    times: int = 0
    lasting: int = 0
    over: int = 0  # steps that were undone
    left: float = 0.0
    frames: Frames = ()
    by: str = ""
    clock: int = field(default_factory=torch_api.sequence_number)  # autograd's count of operations when it began
    averages: Averages = field(default_factory=Averages)
    averaged: bool | None = False  # the latest values that were written are an average of its own; None: unknown
    share: float = 0.0  # the most that averages have left of the way
    averages_seen: int = 0  # that were written, where the trained values before that are known
    stored: OwnRef | None = None  # another tensor that had these values, while the next pass began
    stores: int = 0  # how often there was one, which the next time was gone
    given_back: Frames = ()  # where the latest values were made that were written and are no average: a line alone
    restores: bool = False  # what the line made that made the stored ones was written back at other times

    def begin(self, tensor: torch.Tensor, steps: int) -> None:
        self.start, self.steps, self.moved = Values.copied(tensor), steps, None
        self.clock, self.averages = torch_api.sequence_number(), Averages()


class Rewritings(Watcher):
    """Follows a few small parameters of each optimizer."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._windows: WeakKeys[History, list[_Window]] = WeakKeys()
        self._is_written = False  # any leaf, since the latest pass
        self._has_moved = False  # any leaf of a window had its `.data` set before it got there

    def of_run(self, copy: Copy) -> Iterator[RewrittenValues | AverageLeft]:
        for history in self.recorder.training.histories:
            for window in self._windows.get(history, ()):
                if window.times and not window.lasting and 2 * window.over >= window.steps:
                    chain, step = copy.chain(window.frames), copy.chain(history.latest_step)
                    seen = window.by, step, window.times, window.over, window.left, window.share
                    yield RewrittenValues(window.learner.name, chain, *seen)
                elif SEVERAL <= window.stores == window.averages_seen:
                    chain, step = copy.chain(window.frames), copy.chain(history.latest_step)
                    yield AverageLeft(window.learner.name, chain, step, window.stores, window.restores)

    @rests_without("_is_written")
    def on_pass_began(self, event: PassBegan) -> None:
        is_written, self._is_written = self._is_written, False
        for history in self.recorder.training.followed:
            if history.delivered or self.recorder.steady.wanted:
                continue
            windows, optimizer = self._windows.get(history), history.optimizer()
            if windows is None or any(window.optimizer() is not optimizer for window in windows):
                new = self._windows[history] = _windows(
                    history
                )  # who makes a new optimizer begins again, as for a fold
                self._has_moved = self._has_moved or any(
                    first_of(window.learner.origin) is not window.learner.origin for window in new
                )
                continue
            for window in windows if is_written else ():
                extra = self._facts(window)
                if extra.get("written") == self.recorder.run.passes and history.steps - window.steps >= WINDOW:
                    self._written(window, history, extra.get("written_by", ""), extra.get("written_frames", ()))

    def _facts(self, window: _Window) -> RareFacts:
        """What is known of the leaf; one whose `.data` was set has another Origin since."""
        origin = self.recorder.origins.get(window.learner.ref()) or window.learner.origin
        return origin.extra or {}

    def on_written(self, event: Written) -> None:
        if event.origin.flags & REQUIRES_GRAD or not self._windows or act_of(event.func) not in WRITING:
            return
        values = [parent for parent in event.parents if parent is not event.before]
        self._mixed(event.func, event.leaf, values, event.before)

    def on_leaf_written(self, event: LeafWritten) -> None:
        self._is_written = True
        if self._windows and act_of(event.func) in WRITING:
            values = [o for value in event.args[1:] if (o := self.recorder.origins.get(value)) is not None]
            self._mixed(event.func, event.leaf, values, event.leaf)

    def _mixed(self, func: object, into: Origin | None, values: list[Origin], own: Origin | None) -> None:
        """A tensor was written: is it the parameter of a window, or the average of one?"""
        target = first_of(into) if into is not None else None
        written = self._window_of(target)
        if written is not None:
            of = first_of(written.learner.origin), written.clock, self._step_at
            is_copied = values and act_of(func) in COPYING
            written.averaged = written.averages.is_average(values[0], *of) if is_copied else False
            if is_copied and written.averaged is False:
                written.given_back = values[0].frames[:2]
        elif target is not None and mixes(func, values):
            source = parameter_behind(values, own)
            followed = self._window_of(source) if source is not target else None
            if followed is not None:
                followed.averages.enter(target, self._step_at(torch_api.sequence_number()))

    def _window_of(self, leaf: Origin | None) -> _Window | None:
        if leaf is None or not (is_held(leaf) or self._has_moved):
            return None  # each of a window is held by an optimizer
        for windows in self._windows.of(self.recorder.training.followed):
            for window in windows:
                if first_of(window.learner.origin) is leaf:
                    return window
        return None

    def _step_at(self, clock: int) -> int:
        """How many steps were over by then."""
        clocks = self.recorder.training.clocks
        return clocks.steps - len(clocks.of_steps) + bisect_right(clocks.of_steps, clock)

    def _written(self, window: _Window, history: History, by: str, frames: Frames) -> None:
        tensor = window.learner.ref()
        if tensor is None or not _is_readable(tensor) or canonical(by) in BOUNDING:
            return
        now = tensor.detach()
        is_new = window.latest is None  # then only what one step changes is known, and not what all of them did
        if canonical(by) in REDRAWING:
            if window.latest is not None:
                self._count(window, history, _all_differ(torch_api.sample(now), window.latest.shown()), 0.0)
        else:
            left, share = _left(window, now), _share(window, now)
            is_lost = left <= HARDLY or share <= SHARE
            if not is_lost and window.averaged and share <= OF_AVERAGE:
                is_lost, window.share = True, max(window.share, share)
            is_lost = is_lost and not _is_masked(window, now)
            if window.averaged and window.latest is not None:
                self._note_stored(window, tensor, window.latest.shown())
            if is_lost or not (is_new or window.averaged is None):
                self._count(window, history, is_lost, left)
        window.latest = Values.copied(torch_api.sample(now))
        if window.times + window.lasting < MOST_WINDOWS:
            window.begin(now, history.steps)
        window.frames, window.by = frames, by

    def _note_stored(self, window: _Window, tensor: torch.Tensor, trained: torch.Tensor) -> None:
        """An average has taken the place of the trained values: does the program have a copy of them?"""
        before, window.stored = window.stored, None
        window.averages_seen += 1
        if before is not None and before() is not None:
            return  # it is kept for something else
        for ref in self.recorder.origins.refs():
            other = ref()
            if other is None or other is tensor or other.shape != tensor.shape or other.dtype != tensor.dtype:
                continue
            if not other.requires_grad and _is_readable(other) and torch.equal(torch_api.sample(other), trained):
                window.stored, window.stores = OwnRef(other), window.stores + 1
                made = ref.origin.frames[:2] if ref.origin is not None else ()
                window.restores = window.restores or (bool(made) and made == window.given_back)
                return

    def _count(self, window: _Window, history: History, is_lost: bool, left: float) -> None:
        if is_lost:
            window.times += 1
            window.over += history.steps - window.steps
            window.left = max(window.left, left)
        else:
            window.lasting += 1

    @property
    def _waits(self) -> bool:
        """Is a window to be looked at after the next step?"""
        for windows in self._windows.of(self.recorder.training.followed):
            for window in windows:
                if window.moved is None or window.latest is not None:
                    return True
        return False

    @rests_without("_is_written", "_waits")
    def on_step_ended(self, event: StepEnded) -> None:
        for window in self._windows.get(event.history, ()):
            tensor = window.learner.ref() if window.moved is None or window.latest is not None else None
            if tensor is None or not _is_readable(tensor):
                continue
            if window.moved is None:
                window.moved = _distance(tensor.detach(), window.start) or 0.0
            if window.latest is not None:
                window.latest = Values.copied(torch_api.sample(tensor.detach()))


def _windows(history: History) -> list[_Window]:
    found: list[_Window] = []
    for learner in history.learners.values():
        tensor = learner.ref()
        if tensor is None or not _is_readable(tensor) or not 1 < tensor.numel() <= SMALL:
            continue
        if tensor.is_floating_point():
            found.append(_Window(learner, history.optimizer, Values.copied(tensor), history.steps))
        if len(found) == FEW:
            break
    return found


def _is_readable(tensor: torch.Tensor) -> bool:
    """Without waiting for a device; a module may be moved to one in the midst of the training."""
    return torch_api.is_plain(tensor) and tensor.is_cpu


def _left(window: _Window, now: torch.Tensor) -> float:
    """How far the values are from those at the last write, measured by what one step changes."""
    distance = _distance(now, window.start)
    return distance / window.moved if distance is not None and window.moved else float("inf")


def _share(window: _Window, now: torch.Tensor) -> float:
    """What is left of the way that the steps since the last write have gone, in a few elements; infinite if unknown."""
    if window.latest is None or window.start.shown().shape != now.shape:
        return float("inf")
    start, then = torch_api.sample(window.start.shown()).float(), window.latest.shown().float()
    now = torch_api.sample(now).float()
    kept = (start != 0) | (now != 0)  # what is 0 at both times is pruned: the others tell whether any progress lasts
    gone, left = (float(torch.linalg.vector_norm((at - start)[kept])) for at in (then, now))
    return left / gone if gone > 0 else float("inf")


def _is_masked(window: _Window, now: torch.Tensor) -> bool:
    """Is a part of what steps have changed back to the bit, while the rest has come as far as a step goes, or farther?

    Then that part alone is kept from learning, as old rows of a table are while new ones learn.
    """
    start = window.start.shown()
    if window.latest is None or not window.moved or start.shape != now.shape:
        return False
    before, then, here = torch_api.sample(start), window.latest.shown(), torch_api.sample(now)
    if not bool(((then != before) & (here == before)).any()):
        return False
    kept = now != start
    number = int(kept.sum())
    gone = float(torch.linalg.vector_norm((now.float() - start.float())[kept])) if number else 0.0
    return gone * now.numel() ** 0.5 >= window.moved * number**0.5 > 0


def _distance(now: torch.Tensor, then: Values) -> float | None:
    """None where it has another shape by now."""
    start = then.shown().float()
    return float(torch.linalg.vector_norm(now.float() - start)) if start.shape == now.shape else None


def _all_differ(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.shape == other.shape and bool((one != other).all())
