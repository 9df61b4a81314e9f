"""Which steps are like those before them: most, in most trainings. Few watchers learn anything from these."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING

from whygrad.record.seam.private_names import sequence_number
from whygrad.record.training.schedule import ALL_OF_THE_FIRST, FEW_OF_THE_FIRST, FIRST_PASSES, is_looked_at

if TYPE_CHECKING:
    from whygrad.record.live.grad_modes import Switching
    from whygrad.record.live.origin import Frames
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import History

STEPS = 256  # whose times are kept
MOST_OF_A_GENERATION = 256  # passes and steps
PASS, STEP = "pass", "step"


class Generations:
    """Optimizers that one line makes again and again, as for tasks: from one to the next, does the same happen?

    The steps of a later one count as those before, although it is new. Its first is like no step before, for each
    watcher has to hear of what it holds.
    """

    def __init__(self) -> None:
        self._line: Frames = ()  # the first that has made a second one
        self._usual: list[tuple[str, Frames]] = []  # what has happened in each of the latest generations, in this order
        self._now: list[tuple[str, Frames]] = []  # the same, of the one that goes on
        self._times = 0  # such generations, one after the other
        self._is_usual = False  # the one that goes on, as far as it has got

    @property
    def is_like_others(self) -> bool:
        return self._is_usual and self._times >= FEW_OF_THE_FIRST

    def made(self, history: History) -> None:
        """An optimizer was made."""
        if not self._line and history.number > 1:
            self._line = history.frames
        if not self._line or history.frames != self._line:
            return
        if self._is_usual and len(self._now) == len(self._usual):
            self._times += 1
        else:
            self._usual, self._times = self._now, 0
        self._now, self._is_usual = [], _is_in_turn(self._usual)

    def happened(self, what: str, frames: Frames) -> None:
        """A pass or a step is over."""
        at = len(self._now)
        if not self._line or at >= MOST_OF_A_GENERATION:
            self._is_usual = False
            return
        self._now.append((what, frames))
        self._is_usual = self._is_usual and at < len(self._usual) and self._usual[at] == (what, frames)


def _is_in_turn(usual: list[tuple[str, Frames]]) -> bool:
    """Is there a step after each pass? Then no gradients add up, and a step may be heard of without the one before."""
    return bool(usual) and all(
        what != PASS or following == STEP for (what, _), (following, _) in pairwise([*usual, (PASS, ())])
    )


class Clocks:
    """Autograd's count of operations at the ends of the latest steps and of the latest pass.

    Kept once: watchers who each noted it would have to hear of all steps.
    """

    def __init__(self) -> None:
        self.steps = 0  # of any optimizer, that are over
        self.passes = 0  # since the latest of them
        self.of_steps: deque[int] = deque(maxlen=STEPS)
        self.of_pass = 0
        self.switch: Switching | None = None  # that had turned gradients off last when the latest step was over
        self.generations = Generations()

    @property
    def of_step(self) -> int:
        return self.of_steps[-1] if self.of_steps else 0

    def pass_ended(self, frames: Frames) -> None:
        self.passes += 1
        self.of_pass = sequence_number()
        self.generations.happened(PASS, frames)

    def step_ended(self, switch: Switching | None, frames: Frames) -> int:
        self.steps, self.passes, self.switch = self.steps + 1, 0, switch
        self.generations.happened(STEP, frames)
        now = sequence_number()
        self.of_steps.append(now)
        return now


def is_plain(followed: list[History]) -> bool:
    """Has one optimizer stepped once after each pass, all the time? Then nothing adds up, or is another's."""
    first = followed[0] if len(followed) == 1 else None
    return first is not None and first.steps == first.reached > ALL_OF_THE_FIRST


def will_be_calm(recorder: Recorder, history: History) -> bool:
    """Is the next step of this optimizer to be like those before it, as far as is known?"""
    probe, training = recorder.probe, recorder.training
    if probe.active or probe.is_early or is_looked_at(history.steps + 1, history.number):
        return False
    if is_plain(training.followed):
        return True
    # The next step may well be another one's.
    return training.clocks.generations.is_like_others and not any(
        is_looked_at(other.steps + 1, other.number) for other in training.followed
    )


def follows_gradients(recorder: Recorder, inspected: bool) -> bool:
    """Are gradients followed one by one, from this pass to its step? Of the first passes, unless all is plain."""
    return recorder.run.passes < FIRST_PASSES and (inspected or not is_plain(recorder.training.followed))
