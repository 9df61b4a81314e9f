"""What one optimizer did: the parameters it holds, and what of a gradient each of them ever had when it stepped."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import torch

from whygrad.record.live.kept_values import Values
from whygrad.record.live.origin import Frames, Origin, OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.holdings import groups_of, params_of
from whygrad.record.seam.nodes import gradient_of, has_gradient

if TYPE_CHECKING:
    from whygrad.record.copying.look import Look
    from whygrad.record.watchers.modules.untouched_strays import Untouched
    from whygrad.record.watchers.processes.sharded_parameters import FlatPart
    from whygrad.record.watchers.steps.reverted_updates import Update
    from whygrad.record.watchers.steps.stopped_learning import Sleep

LONG = 4  # steps without a gradient after which a parameter counts as asleep
FEW_PASSES = 4  # of one step, as of a critic and its penalty
SPARE_LOOKS = 8  # a program may change its model in every step


class Learner:
    """One parameter of an optimizer, held weakly."""

    __slots__ = ("arrived", "dropped", "fed_at", "got", "lasting", "left", "longest", "moved", "name", "nonzero",
                 "origin", "ref", "reverted_at", "reverted_by", "starved", "still", "undone")  # fmt: skip

    def __init__(self, tensor: torch.Tensor, origin: Origin) -> None:
        self.ref = OwnRef(tensor)
        self.origin = origin
        self.got = False  # a gradient was there at a step
        self.arrived = False  # one was there after a pass, before any had been at a step
        self.dropped = 0  # steps before which it was cleared
        self.name = ""  # as a look has found it
        self.undone = 0  # steps whose update was gone at the next pass
        self.lasting = 0
        self.left = 0.0  # the most of an update that was there when it was gone
        self.reverted_at: Frames = ()
        self.reverted_by = ""  # the function that wrote
        self.nonzero = False  # and one that was not all zeros, at a step that was looked at
        self.starved = 0  # steps since the latest one at which it had a gradient, while others of the optimizer had
        self.longest = 0  # the most such steps before it had one again
        self.fed_at = 0  # how many backward passes there had been when it had one
        self.still = 0  # of the steps that were looked at, those that had a gradient for it and left it as it was
        self.moved = 0

    def has_no_gradient(self) -> bool:
        if self.lies_in_another():
            return not self.nonzero
        return not self.got and not self._has_learnt() and not self.is_moved()

    def lies_in_another(self) -> bool:
        """Is it a part of a flat parameter? Then zeros come where no gradient does."""
        return bool((self.origin.extra or {}).get("sharded"))

    def has_only_zeros(self) -> bool:
        """Or nothing at all."""
        return not self.nonzero and (self.got or not (self._has_learnt() or self.is_moved()))

    def is_moved(self) -> bool:
        """Does the program itself move it, by values that others have computed, at one of a few passes at least?"""
        origin = (self.origin.extra or {}).get("first", self.origin)  # as it was before its `.data` was set
        first, times, latest, _ = (origin.extra or {}).get("moved", (0, 0, 0, ()))
        return times > 1 and FEW_PASSES * times > latest - first

    def _has_learnt(self) -> bool:
        """Was a gradient there at a step of any optimizer? Two may hold it, each with a loss of its own."""
        return bool((self.origin.extra or {}).get("learnt"))


class Progress:
    """Whether an optimizer's steps have what they need, and do something with it."""

    def __init__(self) -> None:
        self.zero_rates = 0  # steps with a learning rate of 0 for everything
        self.rate_from: tuple[str, Frames] | None = None  # what gave that rate, and where
        self.own_step: Frames = ()  # the program's own `step`, which changed nothing
        self.came = False  # the latest pass brought more than zeros; asked where the next step is looked at
        self.cleared: Frames = ()  # where gradients were cleared between the pass and a step that found none
        self.cleared_by = ""  # "clearing", "clipping" to 0, or the function that wrote into them
        self.mixed_steps = 0  # whose gradients were added to what an earlier step had used
        self.mixed: Frames = ()  # the pass of the latest of those
        self.fasts = False  # somebody was left out at the latest step
        self.clock = 0  # autograd's count of operations at the end of the latest step
        self.lasted: int | None = None  # and at the end of the one before it
        self.fed_by: list[Frames] = []  # where the losses were made at a step that left nobody out
        self.unstepped: Look | None = None  # at a pass before any step, whose gradients were nan or infinite
        self._has_ended = False  # a step, that was seen

    def ended(self, clock: int) -> None:
        """A step is over."""
        self.lasted, self.clock, self._has_ended = self.clock if self._has_ended else None, clock, True


class Inspections:
    """What was seen of one optimizer at the steps that were inspected."""

    def __init__(self) -> None:
        self.looks = self.changed_looks = 0  # all, and those that found the model changed and nothing wrong
        self.looked_at = self.broken = False  # the latest step was; a look has seen nan or infinity
        self.changes = 0  # of the model, at the latest step
        self.spare_looks = SPARE_LOOKS  # beyond the schedule, after such changes
        # Of the latest copy: the state of the model, and whether the values of its pass were read one by one.
        self.state, self.looked_closely = tuple[object, ...](), False
        self.looked: Look | None = None
        self.looked_for: list[Learner | FlatPart] = []  # what was wrong then
        self.untouched: list[Untouched] = []  # what the latest look has seen and no optimizer holds
        self.asleep: list[Sleep] = []  # the looks at steps at which some had fallen asleep
        self.unreached = 0  # steps one after the other without any gradient, although a pass had run for them

    def is_spared_for(self, changes: int) -> bool:
        """Was the model changed since the latest step, and is a look left for that?"""
        changed, self.changes = changes != self.changes and self.spare_looks > 0, changes
        return changed


class Waste:
    """Passes of one optimizer whose gradients were cleared before any step used them."""

    def __init__(self) -> None:
        self.dropped: Frames = ()  # a pass whose gradients were cleared before any step, and where
        self.dropping: Frames = ()
        self.drops = 0  # since the latest step: such passes, followed by one of the same line
        self.unread_drops = 0  # those whose gradients the program had not looked at before
        self.was_read = False  # the program itself looked at the gradients since the latest pass or step
        self.doubled: Frames = ()  # where a gradient was put aside that a step then added to itself
        self.wasteful_steps = self.thrifty_steps = 0

    def count_pass(self) -> None:
        """A pass has run: what was cleared since the one before it, no step has used."""
        self.drops += bool(self.dropped)
        self.unread_drops += bool(self.dropped) and not self.was_read
        self.dropped, self.was_read = (), False

    def begin_step(self) -> None:
        self.drops = self.unread_drops = 0

    def count_step(self, found_gradients: bool) -> None:
        if self.unread_drops:
            self.wasteful_steps += 1
        elif found_gradients:
            self.thrifty_steps += 1
        self.drops, self.unread_drops, self.was_read = 0, 0, False


class Leftover:
    """A gradient of one optimizer that a step used, and that a later pass may add to."""

    def __init__(self) -> None:
        self.kept: tuple[OwnRef, Values] | None = None  # a parameter, and its gradient as the latest step left it
        self.kept_on: Frames = ()  # the pass that added to what an earlier step had used already
        self.was_cleared = False  # that gradient was cleared before anything was added to it

    def gradient(self) -> torch.Tensor | None:
        """What the parameter has for a gradient now."""
        parameter = self.kept[0]() if self.kept is not None else None
        return gradient_of(parameter) if parameter is not None else None

    def is_as_it_was(self) -> bool:
        gradient = self.gradient()
        return gradient is not None and self.kept is not None and self.kept[1].equal(gradient)

    def note_clearing(self) -> None:
        """Has the program cleared it, whichever way?"""
        if self.kept is not None:
            gradient = self.gradient()
            if gradient is None or not torch_api.any_nonzero(gradient):
                self.let_go(was_cleared=True)

    def note_replaced(self, tensor: object) -> None:
        """The program has put another gradient in the place of a parameter's."""
        if self.kept is not None and self.kept[0]() is tensor:
            self.let_go(was_cleared=True)

    def let_go(self, was_cleared: bool) -> None:
        self.kept, self.kept_on, self.was_cleared = None, (), was_cleared


class History:
    """One optimizer's steps. It outlives the optimizer, because a program's end comes after its training function's."""

    def __init__(self, optimizer: torch.optim.Optimizer | None, frames: Frames) -> None:
        self.optimizer: Callable[[], torch.optim.Optimizer | None] = _nobody  # of a question
        if optimizer is not None:
            self.optimizer = weakref.ref(optimizer)
        self.frames = frames
        self.serial, self.number = 0, 1  # which of the run's optimizers it is, if that was seen, and of its line's
        self.is_followed = False  # it hears of passes
        self.learners: dict[int, Learner] = {}
        self.ids: list[int] = []  # of the parameters that it holds, which live as long as it does
        self.hungry: list[Learner] = []  # those that never had a gradient at a step
        self.names: list[str] = []  # of its parameters, as a look has found them
        self.steps = 0
        self.is_open = True  # it `may_change` at a step that is not recorded
        self.progress, self.inspections = Progress(), Inspections()
        self.waste, self.leftover = Waste(), Leftover()
        self.passes_at_start = 0  # backward passes before the optimizer was made
        self.passes_at_first_step = self.passes_at_step = 0  # how many there had been at the first step, and the latest
        self.delivered = 0  # passes since the latest step that left gradients here
        self.reached = 0  # passes of the whole run that did
        self.latest_step: Frames = ()
        self.masked: Frames = ()  # the hook that makes zeros of a gradient, of elements that a step moves all the same
        self.before: list[tuple[OwnRef, torch.Tensor, torch.Tensor, Frames]] = []  # those elements before the step
        self.latest_pass: Frames = ()  # and where the latest of them ran
        self.empty_steps = self.full_steps = 0  # steps that found no gradient although a pass had delivered; others
        self.updates: list[Update] = []  # parameters with their values around the latest step
        self.clean_steps = 0

    def may_change(self) -> bool:
        """Does something still wait for its first gradient, or the optimizer for its first learning rate but 0?"""
        return bool(self.hungry) or self.progress.zero_rates == self.steps

    def holds_the_same_as(self, optimizer: torch.optim.Optimizer) -> bool:
        """Are these the parameters of another optimizer, all of them and in the same order?"""
        held = [p for group in groups_of(optimizer) for p in params_of(group)]
        known = (self.learners.get(id(p)) for p in held)
        return [*map(id, held)] == self.ids and all(
            k is not None and k.ref() is p for k, p in zip(known, held, strict=True)
        )

    def shares(self, other: History) -> bool:
        """Does the other optimizer step with a parameter that this one holds?"""
        held = {id(k.origin) for k in other.learners.values()} if other.steps else set[int]()
        return any(id(k.origin) in held for k in self.learners.values())

    def has_gradients(self) -> bool:
        """Has any of its parameters one? Mostly the first has, and it is asked at every pass."""
        for learner in self.learners.values():  # noqa: SIM110  # quicker than `any`
            if has_gradient(learner.ref()):
                return True
        return False

    def parameters(self) -> Iterator[torch.Tensor]:
        for learner in self.learners.values():
            tensor = learner.ref()
            if tensor is not None:
                yield tensor


def _nobody() -> None:
    return None
