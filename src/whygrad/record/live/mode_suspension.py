"""Where the recorder looks away: in an optimizer's step, in compiled code, in what whygrad itself computes."""

from __future__ import annotations

import threading
from collections import deque

from whygrad.record.live.origin import OwnRef
from whygrad.record.seam import torch_modes
from whygrad.record.seam.patching import Patches

LATEST = 64  # results of compiled code


class ModeSuspension(threading.local):
    """Takes the mode off the stack and puts it back; each thread has its own stack of modes."""

    def __init__(self, mode: object, threads: set[int]) -> None:
        self._mode = mode
        self.threads_in_compiled_code = threads  # one set for all threads: asked before a thread's own state is
        self._aside = 0
        self.steps: dict[int, int] = {}  # the frames of steps in force -> how many were before each
        self._below: frozenset[int] | None = None  # the modes below ours where it was taken off
        self.compiled = 0  # the frame that entered compiled code
        self.computed: deque[OwnRef] = deque(maxlen=LATEST)  # what it has computed since that learns
        self._away = False
        self._left_below: frozenset[int] | None = None

    @property
    def depth(self) -> int:
        """How many steps aside are in force."""
        return self._aside

    def leave(self) -> None:
        """See nothing until `return_`."""
        self._away = True
        self._left_below = torch_modes.remove_mode(self._mode)

    def return_(self) -> None:
        self._away = False
        if not self._aside:
            torch_modes.put_mode(self._mode, self._left_below)

    def step_aside(self, really: bool = True) -> None:
        """See nothing until `come_back`; steps nest (an optimizer that steps others)."""
        self._aside += 1
        if self._aside == 1:
            self._below = torch_modes.remove_mode(self._mode) if really else None

    def come_back(self, depth: int = 0) -> None:
        """Be where `depth` steps aside were made and not yet undone; one of an inner call may never have come back."""
        aside = self._aside = min(self._aside, max(depth, 0)) if self._aside else 0
        if aside:
            return
        if self._below is not None:
            if not self._away:
                torch_modes.put_mode(self._mode, self._below)
            self._below = None
        if self.steps:
            self.steps.clear()

    def compiled_code_entered(self, caller: int, patches: Patches) -> None:
        """`torch.compile`d code is compiled as without us, or it would be compiled together with the recorder.

        Only the caller that entered it leaves it: the compiler itself switches to and fro inside.
        """
        self.compiled = caller
        self.computed.clear()
        self.threads_in_compiled_code.add(threading.get_ident())
        self.step_aside()
        patches.take_back()

    def compiled_code_left(self, patches: Patches) -> None:
        self.compiled = 0
        self.threads_in_compiled_code.discard(threading.get_ident())
        patches.put_again()
        self.come_back(self._aside - 1)

    @property
    def is_in_compiled_code(self) -> bool:
        return bool(self.compiled)


class Asking(threading.local):
    """Whether whygrad itself differentiates in this thread: that is no pass of the program's, for no recorder."""

    now = False


asking = Asking()
