"""Between the program and us: our failure is not the program's, and what interrupts the program is not ours.

All that runs of ours inside of the program goes through one of these. Signal handlers of the program's wait until it is
over (`interruptions/signals.py`); an exception that somebody else raised into it is handed on.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from whygrad.interruptions.errors import hand_on, is_interruption
from whygrad.interruptions.signals import marks_section, release, waiting
from whygrad.record.live.mode_suspension import ModeSuspension, asking
from whygrad.record.seam import torch_api, torch_modes

if TYPE_CHECKING:
    from whygrad.record.live.origin import Origins
    from whygrad.record.live.run import Run
    from whygrad.record.live.steady import Steady

T = TypeVar("T")


class Guards:
    """What a recorder does when something is raised in it."""

    run: Run
    origins: Origins
    suspension: ModeSuspension
    steady: Steady
    broken: BaseException | None = None  # our own failure, which ended the recording

    def fail(self, error: BaseException) -> None:
        """Our own failure: recording ends, the program goes on. In our own tests it raises.

        What was raised into our code by somebody else is handed on, and nothing ends. Where the program has come to the
        end of its stack there was no room to note this call; the next is noted.
        """
        if issubclass(type(error), RecursionError):
            self.run.limits.recursion = True  # no room to call anything
            return
        hand_on(error)
        self.broken = error if self.broken is None else self.broken
        self.origins.clear()  # nothing is to be told of them any more
        if os.environ.get("WHYGRAD_TESTING"):
            raise error

    @marks_section
    def guarded(self, note: Callable[..., T], *args: object) -> T | None:
        """Note something, unseen by modes and subclasses."""
        if self.broken is not None or asking.now:
            return None
        enabled, aside = torch_modes.is_grad_enabled(), None
        try:
            with (aside := torch_api.untold() if not self.suspension.compiled else torch_modes.uncompiled()):
                return note(*args)
        except BaseException as error:
            torch_modes.put_back(enabled, aside)  # we may have been interrupted where we bring it back
            self.fail(error)
        finally:
            if waiting:
                release()
        return None

    def seen(self, note: Callable[..., T], *args: object) -> T | None:
        """As `guarded`, for what is noted only while the recorder is not away."""
        return None if self.steady.away else self.guarded(note, *args)

    @marks_section
    def contained(self, act: Callable[..., T], *args: object) -> T | None:
        """Do what has to be done also after a failure of ours: looking away."""
        try:
            return act(*args)
        except Exception as error:
            self.fail(error)
        finally:
            if waiting:
                release()
        return None

    @marks_section
    def put_back(self, act: Callable[..., T], *args: object) -> T | None:
        """As `contained`, for what brings back a state that was there before: interrupted, it is done again."""
        try:
            return act(*args)
        except BaseException as error:
            if is_interruption(error):
                act(*args)
            self.fail(error)
        finally:
            if waiting:
                release()
        return None
