"""Which steps are like those before them: most, in most trainings. Few watchers learn anything from these."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from whygrad.record.seam.private_names import sequence_number
from whygrad.record.training.schedule import ALL_OF_THE_FIRST, FIRST_PASSES, is_looked_at

if TYPE_CHECKING:
    from whygrad.record.live.grad_modes import Switching
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import History

STEPS = 256  # whose times are kept


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

    @property
    def of_step(self) -> int:
        return self.of_steps[-1] if self.of_steps else 0

    def pass_ended(self) -> None:
        self.passes += 1
        self.of_pass = sequence_number()

    def step_ended(self, switch: Switching | None) -> int:
        self.steps, self.passes, self.switch = self.steps + 1, 0, switch
        now = sequence_number()
        self.of_steps.append(now)
        return now


def is_plain(followed: list[History]) -> bool:
    """Has one optimizer stepped once after each pass, all the time? Then nothing adds up, or is another's."""
    first = followed[0] if len(followed) == 1 else None
    return first is not None and first.steps == first.reached > ALL_OF_THE_FIRST


def will_be_calm(recorder: Recorder, history: History) -> bool:
    """Is the next step of this optimizer to be like those before it, as far as is known?"""
    probe = recorder.probe
    is_inspected = probe.active or probe.is_early or is_looked_at(history.steps + 1, history.number)
    return not is_inspected and is_plain(recorder.training.followed)


def follows_gradients(recorder: Recorder, inspected: bool) -> bool:
    """Are gradients followed one by one, from this pass to its step? Of the first passes, unless all is plain."""
    return recorder.run.passes < FIRST_PASSES and (inspected or not is_plain(recorder.training.followed))
