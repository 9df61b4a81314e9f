"""Which steps are looked at closely: the first few, then ever fewer, so that a long run pays next to nothing."""

from __future__ import annotations

from collections.abc import Sequence

from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames, Origin

ALL_OF_THE_FIRST = 8
FEW_OF_THE_FIRST = 4  # optimizers of one line, which are looked at as the first one is
FIRST_OF_A_LOSS = 4
SPARE_STAGES = 4
FEW_PASSES = 8  # whose graphs a watcher goes through
FIRST_PASSES = 64  # of a run, whose gradients are followed one by one


def is_looked_at(count: int, number: int = 1) -> bool:
    """Is the `count`th step (from 1) one whose values are looked at, of the `number`th optimizer of a line?

    A line that makes optimizers again and again makes them alike. Of the later ones the long-lived are looked at, and
    ever fewer of the others.
    """
    if number <= FEW_OF_THE_FIRST:
        return count <= ALL_OF_THE_FIRST or is_power_of_two(count)
    return is_power_of_two(count) and (count > ALL_OF_THE_FIRST or (count == 1 and is_power_of_two(number)))


def is_looked_at_closely(count: int) -> bool:
    """Are the values of the `count`th pass looked at one by one, although nothing was wrong with those before it?"""
    return count == 1 or (count > ALL_OF_THE_FIRST and is_looked_at(count))


class OfEachLoss:
    """Which passes are looked at where no value has to be read: the first of each loss, however late it comes.

    By their number among all passes those of a loss that takes its turn with others may never be.
    """

    def __init__(self) -> None:
        self._times: Bounded[Frames, int] = Bounded(MOST)  # by where the loss was computed
        self._latest: Frames = ()
        self._latest_times = 0  # mostly it is the same one: frames are compared by which they are, hashing takes longer

    def is_looked_at(self, starts: Sequence[Origin]) -> bool:
        if not starts:
            return False
        frames = starts[0].frames
        if frames is not self._latest:
            self._times[self._latest] = self._latest_times
            self._latest, self._latest_times = frames, self._times.get(frames, 0)
        self._latest_times += 1
        return self._latest_times <= FIRST_OF_A_LOSS or is_power_of_two(self._latest_times)


def is_power_of_two(count: int) -> bool:
    return count & (count - 1) == 0


class Stages:
    """The stages of a training: another optimizer goes on, with a loss of its own, as after a teacher's training.

    The passes of a stage are counted anew, so that its first are looked at as those of a run are.
    """

    def __init__(self) -> None:
        self._passes_before = 0
        self._spare = SPARE_STAGES

    def begins(self, passes: int, number: int) -> bool:
        """After so many passes the `number`th optimizer of its line is made, or steps for the first time.

        Does a stage begin? The later ones of a line are made alike, as for folds.
        """
        is_new = number == 1 and self._spare > 0 and passes - self._passes_before > ALL_OF_THE_FIRST
        if is_new:
            self._passes_before, self._spare = passes, self._spare - 1
        return is_new

    def number_of(self, passes: int) -> int:
        """Which of its stage's passes the one of this number is, of the whole run."""
        return passes - self._passes_before
