"""`p.grad = g`, where `g` is the gradient of what was computed from `p`: a factor of the chain rule is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.terms import GradientOfResult
from whygrad.ops import CASTING, COPYING, DETACHING, PLUS_OR_MINUS, SCALING, VIEWS, act_of
from whygrad.record.events import GradientGiven, StepBegan
from whygrad.record.live.bounded import MOST, NEAR, SOME_KEPT, Bounded
from whygrad.record.live.origin import Frames, Origin, OwnRef, learning_parents
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import module_of_class
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.ledger.averages import first_of

if TYPE_CHECKING:
    import torch

    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

# Each is a map of one number to another whose slope is not the same everywhere: whoever learns through one knows why.
CURVED = frozenset({
    "exp", "exp2", "expm1", "log", "log1p", "logsigmoid", "pow", "reciprocal", "sigmoid", "softplus", "sqrt", "square",
    "tanh",
})  # fmt: skip
STRAIGHT = SCALING | PLUS_OR_MINUS | CASTING | VIEWS | COPYING | {"neg"}
SAME = CASTING | VIEWS | DETACHING | COPYING


@dataclass(eq=False)
class _Given:
    gradient: OwnRef
    frames: Frames
    asked: Frames  # where the gradient was computed, or read
    curved: Origin  # the operation whose slope is missing


@dataclass
class _Used:
    name: str
    asked: Frames
    curved: Frames
    op: str
    steps: int = 0


class GradientsOfResults(Watcher):
    """Follows gradients that the program puts into `.grad` until a step of torch's own optimizers uses them.

    Others may step along another gradient on purpose, as mirror descent does.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._given: Bounded[int, _Given] = Bounded(MOST)  # by the id of the parameter
        self._used: Bounded[Frames, _Used] = Bounded(SOME_KEPT)

    def on_gradient_given(self, event: GradientGiven) -> None:
        parameter = event.tensor
        self._given.pop(id(parameter), None)
        leaf, value = (self.recorder.origins.get(tensor) for tensor in (parameter, event.value))
        if leaf is None or value is None or not torch_api.is_learning_leaf(parameter):
            return
        gradient, of = _gradient_behind(value)
        curved = _curved_between(of, leaf) if gradient is not None and of is not None else None
        if curved is not None and gradient is not None:
            frames = self.recorder.stack.capture(event.frame)
            self._given[id(parameter)] = _Given(OwnRef(event.value), frames, gradient.frames, curved)

    @rests_without("_given")
    def on_step_began(self, event: StepBegan) -> None:
        if not self._given or not module_of_class(event.optimizer).startswith("torch.optim"):
            return
        for key in [key for key in self._given if key in event.history.learners]:
            given, learner = self._given.pop(key), event.history.learners[key]
            parameter: torch.Tensor | None = learner.ref()
            if parameter is not None and gradient_of(parameter) is given.gradient():
                spelt = torch_api.short_name_of(given.curved.op)
                used = _Used(learner.name, given.asked, given.curved.frames, spelt)
                used = self._used.setdefault(given.frames, used)
                used.name, used.steps = used.name or learner.name, used.steps + 1

    def of_run(self, copy: Copy) -> Iterator[GradientOfResult]:
        for frames, used in self._used.items():
            given, asked, curved = map(copy.chain, (frames, used.asked, used.curved))
            yield GradientOfResult(given, asked, curved, used.op, used.name, used.steps)


def _gradient_behind(value: Origin) -> tuple[Origin | None, Origin | None]:
    """The gradient that a value is or was copied from, and what it is the gradient of."""
    for _ in range(NEAR):
        if torch_api.gives_gradient(value.op):
            of = (value.extra or {}).get("gradient_of")
            return value, of or (value.parents[0] if len(value.parents) == 1 else None)
        if len(value.parents) != 1 or act_of(value.op) not in SAME:
            break
        value = value.parents[0]
    return None, None


def _curved_between(result: Origin, leaf: Origin) -> Origin | None:
    """The first operation with a slope of its own on the one way from the leaf to the result; None of other ways."""
    curved = None
    for _ in range(NEAR):
        if first_of(result) is first_of(leaf):
            return curved
        act, behind = act_of(result.op), learning_parents(result)
        if not behind or any(parent is not behind[0] for parent in behind) or act not in CURVED | STRAIGHT:
            return None
        curved = result if act in CURVED else curved
        result = behind[0]
    return None
