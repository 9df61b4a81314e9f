"""When something is told while the program still trains: after the steps that are all inspected, and when asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from whygrad.record.telling import rests_without
from whygrad.record.training.schedule import ALL_OF_THE_FIRST
from whygrad.record.watchers import Watcher

if TYPE_CHECKING:
    from whygrad.record.events import StepEnded
    from whygrad.record.live.recorder import Recorder


class EarlyWord(Watcher):
    """Knows the moment; whoever wants to `tell` finds out what there is to say."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.tell: Callable[[int, bool], None] | None = None  # after how many steps, and whether all is wanted
        self.all_is_wanted = False  # a signal has asked, which may come at any moment
        self._is_told = False

    def begin_anew(self) -> None:
        """Who is told stays the same."""

    @rests_without("tell")
    def on_step_ended(self, event: StepEnded) -> None:
        if self.tell is None:
            return
        history = event.history
        if self.all_is_wanted:
            self.all_is_wanted = False
            self.tell(history.steps, True)
        elif (
            history.steps == ALL_OF_THE_FIRST
            and not self._is_told
            and any(learner.has_no_gradient() for learner in history.learners.values())
        ):
            self._is_told = True
            self.tell(history.steps, False)
