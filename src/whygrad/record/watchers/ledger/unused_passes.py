"""What became of the gradients of each pass: used by a step, read by the program, or cleared unread."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.unused_passes import UnusedPasses
from whygrad.record.events import Cleared, GradientClipped, GradientRead, PassEnded, StepBegan, StepEnded
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys, WeakThings
from whygrad.record.telling import rests_without
from whygrad.record.training.wasted_gradients import is_wasted
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import History

MOST_WAITING = 256  # passes between two steps


@dataclass
class _Account:
    """The passes of one line."""

    used: int = 0
    unused: int = 0
    users: WeakThings[History] = field(default_factory=WeakThings)  # the optimizers whose steps have used some
    clearings: WeakKeys[History, Frames] = field(
        default_factory=WeakKeys
    )  # where those that were not used were cleared

    def cleared(self) -> tuple[Frames, History] | None:
        """Where an optimizer was cleared that the passes were made for; what they leave in others is a by-product.

        Of optimizers that none of them was used by, the first: what others hold may be left of a pass before.
        """
        found = [(clearing, history) for history, clearing in self.clearings.pairs()]
        own = [(clearing, history) for clearing, history in found if history in self.users]
        return own[-1] if own else found[0] if found else None


@dataclass(eq=False)
class _Waiting:
    """A pass, and how many optimizers may still use what it left in their parameters."""

    frames: Frames
    holders: int = 0
    is_done: bool = False  # a step has used it, or the program has read a gradient since
    clearings: list[tuple[History, Frames]] = field(default_factory=list)


class PassAccounts(Watcher):
    """Follows each pass until a step or a clearing of all that it reached.

    The generator's pass leaves gradients in the discriminator too: one step that uses it is enough.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._accounts: Bounded[Frames, _Account] = Bounded(MOST)
        self._latest: tuple[Frames | None, _Account] = None, _Account()
        self._waiting: WeakKeys[History, list[_Waiting]] = WeakKeys()
        self._is_read = False  # all that was brought so far
        self._lost: deque[_Waiting] = deque(maxlen=MOST_WAITING)  # since the latest step

    def of_run(self, copy: Copy) -> Iterator[UnusedPasses]:
        if self.recorder.steady.wanted:
            return  # steps that it did not see may have used them
        for frames, account in self._accounts.items():
            cleared = account.cleared() if account.unused else None
            if cleared is not None:
                chains, names = (copy.chain(frames), copy.chain(cleared[0])), tuple(filter(None, cleared[1].names))
                yield UnusedPasses(*chains, account.unused, account.used, names)

    def on_pass_ended(self, event: PassEnded) -> None:
        if not event.collects:
            return
        ran, self._is_read = _Waiting(event.frames), False
        for history in self.recorder.training.followed:
            if history.has_gradients():
                waiting = self._waiting.get(history)
                if waiting is None:
                    waiting = self._waiting[history] = []
                if len(waiting) < MOST_WAITING:
                    waiting.append(ran)
                    ran.holders += 1

    def on_gradient_read(self, event: GradientRead) -> None:
        self._all_read()

    def on_gradient_clipped(self, event: GradientClipped) -> None:
        self._all_read()

    def _all_read(self) -> None:
        """What was read was not made in vain, whatever becomes of it."""
        if self._is_read:
            return
        self._is_read = True
        for waiting in self._waiting.things():
            for ran in waiting:
                ran.is_done = True
        for ran in self._lost:
            ran.is_done = True  # that of an input stays where those of the parameters are cleared

    def on_step_began(self, event: StepBegan) -> None:
        if event.is_over:
            self._lost.clear()  # a closure clears what its optimizer has used between two calls of it
        used = self._waiting.get(event.history)
        if not used:
            self._all_read()  # the step was to use the latest pass: that it got nothing of it is another matter
            return
        for ran in used:
            if not ran.is_done:
                ran.is_done = True
                account = self._account(ran)
                account.used += 1
                if event.history not in account.users:
                    account.users.add(event.history)
        used.clear()  # the list itself serves the next pass

    def on_cleared(self, event: Cleared) -> None:
        training = self.recorder.training
        if self.recorder.watching.functions.hooks.take_gradients:
            return  # a pass may be made for a hook of the program's
        for history in training.followed:
            if self._waiting.get(history) and is_wasted(history, ()):
                for ran in self._waiting.pop(history):
                    ran.holders -= 1
                    ran.clearings.append((history, training.cleared_since()))
                    if not ran.holders and not ran.is_done:
                        self._lost.append(ran)

    @rests_without("_lost")
    def on_step_ended(self, event: StepEnded) -> None:
        """What was lost before this step is lost for good."""
        for ran in self._lost:
            if not ran.is_done:
                account = self._account(ran)
                account.unused += 1
                for history, clearing in ran.clearings:
                    account.clearings[history] = clearing
        self._lost.clear()

    def _account(self, ran: _Waiting) -> _Account:
        if ran.frames is not self._latest[0]:  # mostly it is the same line, which is not to be hashed at each step
            self._latest = (
                ran.frames,
                self._accounts.get(ran.frames) or self._accounts.setdefault(ran.frames, _Account()),
            )
        return self._latest[1]
