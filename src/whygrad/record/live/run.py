"""What has happened in the run so far: passes, optimizers, what failed last, and what is to be told of it all."""

from __future__ import annotations

from collections import deque

import torch

from whygrad.evidence.functions import CustomFunction
from whygrad.record.live.limits import Limits
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.live.stack import Stack
from whygrad.record.live.weak_tables import WeakKeys, WeakThings
from whygrad.record.watchers.processes.replicas import Replicas
from whygrad.record.watchers.processes.torch_warnings import Warned

KEPT_ROOTS = 8  # backward passes whose graph stays known
KEPT_LINES = 8  # lines that ran passes, whose latest pass stays known however many ran elsewhere since


class Run:
    """The run as a whole."""

    def __init__(self, stack: Stack) -> None:
        self.passes = 0  # backward passes so far, in the stretch that is judged
        self.collecting = 0  # those of them that added to `.grad`: `autograd.grad` leaves a clearing as it was
        self.roots: deque[Origin] = deque(maxlen=KEPT_ROOTS)  # of the latest of them
        self.roots_of_lines: dict[Frames, Origin] = {}  # the latest of each line that ran one, the latest of all last
        self.optimizers: WeakKeys[torch.optim.Optimizer, Frames] = WeakKeys()
        self.waiting: WeakThings[torch.optim.Optimizer] = WeakThings()  # cleared for the next pass
        # While a function of torch's clips: what it has read the gradient of, by id, and what notes such a read. Of the
        # four times that it reads each, the first tells all.
        self.clipped: dict[int, object] = {}
        self.failed_pass: Origin | None = None  # the latest pass, where it failed
        self.failed_call: tuple[str, Origin] | None = None
        self.failed_function: CustomFunction | None = None  # the custom Function that raised last
        self.replicas = Replicas()
        self.warned, self.limits = Warned(stack), Limits(stack.ownership)

    def begin_anew(self) -> None:
        """Passes are counted from here on; what ran before comes before all of them."""
        self.passes = 0
        for root in self.known_roots():
            root.add(number=0)

    def pass_ran(self, root: Origin) -> None:
        self.roots.append(root)
        self.roots_of_lines.pop(root.frames, None)
        self.roots_of_lines[root.frames] = root
        if len(self.roots_of_lines) > KEPT_LINES:
            del self.roots_of_lines[next(iter(self.roots_of_lines))]

    def known_roots(self) -> list[Origin]:
        """Of the passes whose graph is known, the oldest first."""
        latest = set(map(id, self.roots))
        return [*(root for root in self.roots_of_lines.values() if id(root) not in latest), *self.roots]

    def held(self) -> list[Origin]:
        """The Origins that are kept alive here."""
        failed = [self.failed_call[1] if self.failed_call else None, self.failed_pass]
        return [*self.known_roots(), *(origin for origin in failed if origin is not None)]

    @property
    def latest_passes(self) -> list[Origin]:
        """The latest backward passes, the one that failed too."""
        return [*self.roots, *([self.failed_pass] if self.failed_pass is not None else [])]

    @property
    def passes_asked_about(self) -> list[Origin]:
        """Those of the latest stretch that had any: in a notebook an earlier cell's say nothing about a later one's."""
        own = [root for root in self.roots if (root.extra or {}).get("number")]
        failed = [self.failed_pass] if self.failed_pass is not None else []
        return [*own, *failed] if own else self.latest_passes
