"""How much of the updates of parameters in half precision is rounded away? Asked where a step is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.still_updates import RoundedUpdates, StuckParameter, StuckUpdates
from whygrad.ops import CASTING, act_of
from whygrad.record.events import LeafWritten, StepBegan, StepEnded
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.kept_values import TOGETHER, Values
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, is_exactly, module_of_class
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import groups_of, parameters_in, params_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_SMALL = 64  # beside these, each asked by itself whether it ever changes: gains and biases
SMALL = 4_096  # elements of one such
SIDES = 2  # of a setting of `.data`: the parameter and its new values
HALVES = (torch.float16, torch.bfloat16)
NEAR = 0.5  # of the largest learning rate: a schedule may begin and end with next to nothing
CASTS = ("to", "half", "bfloat16", "type")
# Those whose updates are of one size for all elements, whatever the gradients: there, each counts as much as another.
EVEN = ("torch.optim.adam", "torch.optim.adamw", "torch.optim.nadam", "torch.optim.radam", "torch.optim.adamax")


@dataclass
class _Rounding:
    dtype: torch.dtype
    learners: list[Learner]
    cast: Frames
    most: float = 0.0
    latest: float = 0.0
    shares: list[tuple[float, float]] = field(default_factory=list)  # at which learning rate

    def stepped(self, rate: float, lost: int, of: int) -> None:
        self.latest, self.most = rate, max(self.most, rate)
        self.shares = [pair for pair in (*self.shares, (rate, lost / of)) if pair[0] >= NEAR * self.most][-FEW_KEPT:]


@dataclass
class _Still:
    """One parameter that no inspected step has changed; `lost` is what its updates were, in spacings of its values."""

    learner: Learner
    dtype: torch.dtype
    first: Values
    cast: Frames
    looks: int = 0
    rate: float = 0.0
    lost: float = 0.0
    changes: bool = False

    def stepped(self, tensor: torch.Tensor, rate: float) -> None:
        """Is it still what it was at first, and was the update less than half of what its values are apart?

        Just below a power of two, values are half as far apart as above it.
        """
        spacing = float(tensor.detach().abs().min()) * torch.finfo(tensor.dtype).eps / 2
        if 2 * rate > spacing or not self.first.equal(tensor):
            self.changes = True
            return
        self.looks, self.rate, self.lost = self.looks + 1, max(self.rate, rate), self.lost + rate / spacing


@dataclass
class _Look:
    """A parameter before a step; `counted` among those that stand for all."""

    ref: OwnRef
    values: Values
    rate: float
    counted: bool


class RoundedAway(Watcher):
    """Counts the elements that have a gradient and stay as they are, of torch's own optimizers.

    Others may keep what was rounded off, or round at random.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._of: WeakKeys[History, _Rounding] = WeakKeys()
        self._cast: WeakKeys[torch.Tensor, Frames] = WeakKeys()
        self._still: WeakKeys[History, dict[int, _Still]] = WeakKeys()
        self._before: list[_Look] = []

    def begin_anew(self) -> None:
        """Where parameters were cast stays known."""
        self._of, self._still, self._before = WeakKeys(), WeakKeys(), []

    def install(self, undo: Patches) -> None:
        for name in CASTS:
            cast = followed(self.recorder, self._was_cast, before=self._is_whole, names=(FIRST,))
            replace(undo, f"torch.nn:Module.{name}", cast)

    def _is_whole(self, known: Given, frame: FrameType) -> bool:
        """Is the module not in half precision yet?"""
        module = known.get(FIRST)
        first = next(iter(parameters_in(module)), None) if is_a(module, torch.nn.Module) else None
        return first is not None and torch_api.is_plain(first) and first.dtype not in HALVES

    def _was_cast(self, known: Given, was_whole: bool, out: object, frame: FrameType) -> None:
        module = known[FIRST]
        if was_whole and is_a(module, torch.nn.Module):
            frames: Frames = ()
            for parameter in parameters_in(module):
                if torch_api.is_plain(parameter) and parameter.dtype in HALVES:
                    frames = frames or self.recorder.stack.capture(frame)
                    self._cast[parameter] = frames

    def on_leaf_written(self, event: LeafWritten) -> None:
        """`p.data = p.data.to(dtype)`."""
        if len(event.args) != SIDES or act_of(event.func) != "__set__":
            return
        parameter, value = event.args
        origin = self.recorder.origins.get(value)
        is_half = is_a(parameter, torch.Tensor) and torch_api.is_plain(parameter) and parameter.dtype in HALVES
        if is_half and is_a(parameter, torch.Tensor) and origin is not None and act_of(origin.op) in CASTING:
            self._cast[parameter] = event.frames

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        history, self._before = event.history, []
        if event.is_over or not is_looked_at(history.steps, history.number) or self.recorder.steady.leaves_next:
            return
        if module_of_class(event.optimizer) not in EVEN:
            return
        elements = small = 0
        for place, (number, parameter, rate) in enumerate(_in_halves(event.optimizer)):
            size, elements = parameter.numel(), elements + parameter.numel()
            counted = not number and place < FEW_KEPT and elements <= TOGETHER
            small += not counted and size <= SMALL
            if counted or (size <= SMALL and small <= MOST_SMALL):
                self._before.append(_Look(OwnRef(parameter), Values.copied(parameter), rate, counted))

    @only_inspected
    def on_step_ended(self, event: StepEnded) -> None:
        before, self._before = self._before, []
        lost = of = 0
        for look in before:
            tensor = look.ref()
            gradient = gradient_of(tensor) if tensor is not None else None
            if tensor is None or gradient is None or not torch_api.is_plain(gradient):
                continue
            arrived = (gradient != 0).cpu()
            if tensor.numel() <= SMALL and bool(arrived.all()):
                self._ask(event.history, tensor, look)
            if look.counted:
                lost += int((arrived & (tensor.detach().cpu() == look.values.shown())).sum())
                of += int(arrived.sum())
        counted = [look for look in before if look.counted]
        if of:
            rounding = self._of.get(event.history)
            if rounding is None:
                rounding = self._of[event.history] = self._of_tensors(event.history, counted)
            rounding.stepped(counted[0].rate, lost, of)

    def _ask(self, history: History, tensor: torch.Tensor, look: _Look) -> None:
        """Has this parameter, of which every element had a gradient, changed since it was first asked?"""
        learner, known = history.learners.get(id(tensor)), self._still.setdefault(history, {})
        if learner is None:
            return
        still = known.get(id(tensor))
        if still is None or still.learner is not learner:
            still = known[id(tensor)] = _Still(learner, tensor.dtype, look.values, self._cast.get(tensor, ()))
        if not still.changes:
            still.stepped(tensor, look.rate)

    def _of_tensors(self, history: History, looks: list[_Look]) -> _Rounding:
        """They may be gone when the run is over."""
        held = [tensor for look in looks if (tensor := look.ref()) is not None]
        learners = [learner for tensor in held if (learner := history.learners.get(id(tensor))) is not None]
        cast = next((self._cast[tensor] for tensor in held if tensor in self._cast), ())
        return _Rounding(held[0].dtype, learners, cast)

    def of_run(self, copy: Copy) -> Iterator[RoundedUpdates | StuckUpdates]:
        for history in self.recorder.training.histories:
            rounding = self._of.get(history)
            if rounding is not None and rounding.shares:
                yield RoundedUpdates(
                    tuple(learner.name for learner in rounding.learners if learner.name),
                    str(rounding.dtype).removeprefix("torch."),
                    sum(share for _, share in rounding.shares) / len(rounding.shares),
                    len(rounding.shares),
                    rounding.most,
                    rounding.latest == rounding.most and rounding.shares[0][0] < rounding.most,
                    copy.chain(history.frames),
                    copy.chain(rounding.cast),
                )
            known = self._still.get(history, {}).values()
            stuck = tuple(_of_still(s, history, copy) for s in known if s.looks and not s.changes and s.learner.name)
            if stuck:
                yield StuckUpdates(stuck, copy.chain(history.frames))


def _of_still(still: _Still, history: History, copy: Copy) -> StuckParameter:
    dtype, lost = str(still.dtype).removeprefix("torch."), still.lost / still.looks * history.steps
    origin = still.learner.origin
    born = copy.chain(origin.frames) if origin.op else ()
    return StuckParameter(still.learner.name, dtype, still.looks, still.rate, lost, copy.chain(still.cast), born)


def _in_halves(optimizer: torch.optim.Optimizer) -> Iterator[tuple[int, torch.Tensor, float]]:
    """The parameters in half precision with the number of their group, and its learning rate, a plain number."""
    for number, group in enumerate(groups_of(optimizer)):
        rate = dict.get(group, "lr")
        if is_exactly(rate, int, float) and rate:
            for parameter in params_of(group):
                if is_a(parameter, torch.Tensor) and torch_api.is_plain(parameter) and parameter.dtype in HALVES:
                    yield number, parameter, float(rate)
