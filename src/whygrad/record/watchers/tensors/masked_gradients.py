"""Elements whose gradient the program sets to 0 before its steps, and that the steps move all the same.

Who masks a gradient by hand reads it first: it is copied then, and compared when the step begins. The parameter is
compared when the next pass begins, because many programs apply their mask to the parameter after the step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from whygrad.evidence.steps import MaskedElementsMoved
from whygrad.record.events import GradientRead, PassBegan, PassEnded, StepBegan
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.kept_values import SMALL, Values
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.gradient_states import GradientState, gradient_state
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    import torch

    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import Learner

ROUNDS = 6  # steps after which a line that reads gradients is let alone
LEAST = 3  # of them with one and the same mask
SEVERAL = 2  # that have moved elements
READS = 8  # of one gradient before one step
ELEMENTS = 2_000_000  # of all parameters that are followed


@dataclass(eq=False)
class _Masked:
    """One parameter, over the steps before which the program reads its gradient."""

    serial: int  # of the optimizer's history, which may be let go
    learner: Learner
    leaf: Origin
    since: int  # how many passes had run
    arrived: Values | None = None  # the gradient, as it was first read since the pass
    reads: list[tuple[Frames, GradientState | None]] = field(default_factory=list)
    zeroed: Values | None = None  # the elements that were set to 0 at any step
    kept: Values | None = None  # those that were not
    is_fixed: bool = True  # no element is in both
    before: Values | None = None  # the parameter before the latest step
    steps: int = 0
    moved: int = 0  # steps
    elements: int = 0
    zeros: Values | None = None  # the elements that were 0 at the first of these steps
    were_zero: bool = False
    at: Frames = ()
    step: Frames = ()


class MaskedGradients(Watcher):
    """Follows a few parameters for a few steps, from the first step before which a new line reads a gradient."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        # The steps that were followed for each. By the id of its code, whose own hash reads the whole of it: where
        # another gets that id later, it is followed for fewer steps.
        self._lines: Bounded[tuple[int, int], int] = Bounded(MOST)
        self._read: set[tuple[int, int]] = set()  # since the latest step
        self._masked: Bounded[int, _Masked] = Bounded(MOST)

    @rests_without("_masked")
    def on_pass_ended(self, event: PassEnded) -> None:
        for masked in self._masked.values():
            masked.arrived, masked.reads = None, []

    def on_gradient_read(self, event: GradientRead) -> None:
        if not event.by_program or not self.recorder.training.is_pass_unused:
            return
        code = event.frame.f_code
        at = id(code), event.frame.f_lasti
        if self._lines.get(at, 0) >= ROUNDS:
            return
        if self.recorder.steady.wanted:
            return
        masked = self._of(event.leaf)
        gradient = _gradient(masked.learner) if masked is not None else None
        if masked is None or gradient is None or not torch_api.values_may_be_read():
            return
        if at not in self._read:
            self._lines.setdefault(at, 0)
            self._read.add(at)
        if masked.arrived is None:
            with torch_api.unseen():
                masked.arrived = Values.copied(gradient)
        if len(masked.reads) < READS:
            masked.reads.append((self.recorder.stack.capture(event.frame), gradient_state(masked.learner.ref())))

    def _of(self, leaf: Origin) -> _Masked | None:
        known = self._masked.get(id(leaf))
        if known is not None:
            return known if known.is_fixed else None
        for history in self.recorder.training.followed:
            for learner in islice(history.learners.values(), MOST):
                tensor = learner.ref()
                if tensor is not None and (self.recorder.origins.get(tensor) or learner.origin) is leaf:
                    if not self._has_room_for(tensor):
                        return None
                    known = self._masked[id(leaf)] = _Masked(history.serial, learner, leaf, self.recorder.run.passes)
                    return known
        return None

    def _has_room_for(self, tensor: torch.Tensor) -> bool:
        """Let go what is gone and was found to be fine, and count the elements of the rest."""
        for number, masked in list(self._masked.items()):
            if masked.learner.ref() is None and masked.moved < SEVERAL:
                del self._masked[number]
        living = (masked.learner.ref() for masked in self._masked.values())
        return tensor.numel() + sum(t.numel() for t in living if t is not None) <= ELEMENTS

    @rests_without("_masked", "_read")
    def on_step_began(self, event: StepBegan) -> None:
        for line in self._read:
            self._lines[line] = self._lines.get(line, 0) + 1
        self._read = set()
        for masked in self._masked.values():
            if masked.serial == event.history.serial and masked.arrived is not None and not event.is_over:
                gradient = _gradient(masked.learner)
                if gradient is not None and torch_api.values_may_be_read():
                    with torch_api.unseen():
                        self._compare(masked, gradient, event)
                masked.arrived, masked.reads = None, []

    def _compare(self, masked: _Masked, gradient: torch.Tensor, event: StepBegan) -> None:
        arrived, now = masked.arrived, gradient.cpu()
        came = arrived.shown() if arrived is not None else now
        if came.size() != now.size():
            return
        zeroed, kept = (came != 0) & (now == 0) & came.isfinite(), now != 0
        seen, passed = [z.shown() for z in (masked.zeroed, masked.kept) if z is not None], [zeroed, kept]
        passed = [new | old for new, old in zip(passed, seen, strict=True)] if seen else passed
        masked.is_fixed = not bool((passed[0] & passed[1]).any()) and not _is_of_one_sign(came, zeroed, kept)
        masked.zeroed, masked.kept = Values(passed[0]), Values(passed[1])
        parameter = masked.learner.ref()
        if parameter is not None and masked.zeros is None:
            masked.zeros = Values((parameter.detach() == 0).cpu())
        if parameter is None or not masked.is_fixed or not bool(zeroed.any()) or not bool(kept.any()):
            return
        masked.steps += 1
        masked.before = Values.copied(parameter)
        masked.at, masked.step = _written_at(masked), self.recorder.stack.capture(event.frame)

    @rests_without("_masked")
    def on_pass_began(self, event: PassBegan) -> None:
        for masked in self._masked.values():
            before, masked.before = masked.before, None
            parameter = masked.learner.ref() if before is not None else None
            if before is None or parameter is None or masked.zeroed is None or not torch_api.values_may_be_read():
                continue
            with torch_api.unseen():
                moved = (parameter.detach().cpu() != before.shown()) & masked.zeroed.shown()
                masked.moved += bool(moved.any())
                masked.elements = max(masked.elements, int(moved.sum()))
                masked.were_zero = masked.zeros is not None and bool(masked.zeros.shown()[moved].all())

    def of_run(self, copy: Copy) -> Iterator[MaskedElementsMoved]:
        for masked in self._masked.values():
            if not masked.is_fixed or masked.steps < LEAST or masked.moved < SEVERAL:
                continue
            origin = self.recorder.origins.get(masked.learner.ref()) or masked.learner.origin
            if (origin.extra or {}).get("written", 0) > masked.since:
                continue  # by the program itself, which may put them back now and then
            at, step = copy.chain(masked.at), copy.chain(masked.step)
            facts = masked.learner.name, masked.elements, masked.were_zero, masked.steps
            yield MaskedElementsMoved(at, step, *facts)


def _gradient(learner: Learner) -> torch.Tensor | None:
    """Of a parameter of several elements, in plain memory and not too large."""
    tensor = learner.ref()
    gradient = gradient_of(tensor) if tensor is not None else None
    if gradient is None or not 1 < gradient.numel() <= SMALL or not gradient.is_floating_point():
        return None
    return gradient if torch_api.is_plain(gradient) else None


def _written_at(masked: _Masked) -> Frames:
    """The line that read the gradient last before it was another; a write past torch's count is not seen."""
    after = [*(state for _, state in masked.reads[1:]), gradient_state(masked.learner.ref())]
    lines = [frames for (frames, state), then in zip(masked.reads, after, strict=True) if state != then]
    return lines[-1] if lines else masked.reads[-1][0]


def _is_of_one_sign(came: torch.Tensor, zeroed: torch.Tensor, kept: torch.Tensor) -> bool:
    """Does the sign decide, as where a parameter may only grow?"""
    return any(bool((sign == zeroed)[came != 0].all()) for sign in (came > 0, came < 0)) and bool(zeroed.any())
