"""How long values are kept for derivatives: a little computation keeps them, a training does not pay for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whygrad.record.events import StepBegan
from whygrad.record.seam.nodes import has_gradient
from whygrad.record.telling import rests_without
from whygrad.record.watchers import Watcher

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

KEPT_STEPS = 1


class KeptValues(Watcher):
    """Ends the keeping of values at the second step of an optimizer, where it is `limited` and nobody has asked.

    What a step overwrites is kept before it, where values still are: nobody looks into the step itself.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.limited = False
        self._steps = 0

    def begin_anew(self) -> None:
        """What is kept is decided for the whole run."""

    @property
    def _is_keeping(self) -> bool:
        return self.recorder.mode.taping is not None

    @rests_without("_is_keeping")
    def on_step_began(self, event: StepBegan) -> None:
        mode = self.recorder.mode
        if mode.taping is None:
            return
        self._steps += 1
        if self.limited and self._steps > KEPT_STEPS and not mode.asked:
            mode.taping.tell(self.recorder.run.limits)  # they took their memory all the same
            mode.stop_taping()
        elif not event.is_over:
            mode.taping.tape.about_to_step(list(filter(has_gradient, event.history.parameters())))
