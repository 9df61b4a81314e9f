"""The calls that need more than a note: flags, elements and `.data` that are set, gradients, exports, branches, hooks.

Each is made in one place, as the program wrote it and outside of any guard; its note gets the arguments by name.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.evidence.marks import GradientWithHistory
from whygrad.record.events import ArrayExported, DerivativeTaken, GradientClipped, GradientGiven, GradientRead
from whygrad.record.live.exports import is_array
from whygrad.record.live.origin import BRANCH, EXPORT, LEAF, REQUIRES_GRAD, Origin
from whygrad.record.live.result_kinds import ONE, SEVERAL
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, is_exactly
from whygrad.record.seam.given import FIRST, Args, Known, Kwargs, given, is_on, names_of
from whygrad.record.special.data_set import note_data_set
from whygrad.record.special.requires_grad_set import note_requires_grad
from whygrad.record.watchers.tensors.gradient_norms import note_slope

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.live.taping import Taping

Note = Callable[[object, Known, object, FrameType], None]  # note(func, given, out, frame)


def noted(
    recorder: Recorder, note: Note, names: tuple[str, ...], before: Callable[[Known], object] | None = None
) -> tuple[Callable[..., object], Callable[..., None] | None]:
    """What stands for a function of torch's: it calls it, and has that noted.

    What `before` returns, which is asked before the call, is given under the name "before". Where there is none, the
    second is all that is done after the call, which C makes itself.
    """
    of_a_tensor, alone, guarded = FIRST in names, names == (FIRST,), recorder.guarded

    def special_call(func: Callable[..., object], args: Args, kwargs: Kwargs, frame: FrameType) -> object:
        __tracebackhide__ = True
        found = None if before is None else guarded(begins, args, kwargs)
        out = func(*args, **kwargs)
        guarded(ends, func, args, kwargs, found, out, frame)
        return out

    def begins(args: Args, kwargs: Kwargs) -> object:
        known: Any = given(names, args, kwargs)
        return before(known) if before is not None and is_a(known.get(FIRST), torch.Tensor) else None

    def ends(func: object, args: Args, kwargs: Kwargs, found: object, out: object, frame: FrameType) -> None:
        known: Any = {FIRST: args[0]} if alone and args else given(names, args, kwargs) if names else {}
        if found is not None:
            known["before"] = found
        # Where it was called with anything else, a class of the program's has answered in torch's place.
        if not of_a_tensor or issubclass(type(known.get(FIRST)), torch.Tensor):
            note(func, known, out, frame)

    return special_call, ends if before is None else None


class SpecialCalls:
    """What is noted of them."""

    def __init__(self, recorder: Recorder, taping: Taping | None) -> None:
        self._recorder = recorder
        self._taping = taping
        self._run, self._training = recorder.run, recorder.training
        self._tensors, self._retained_graphs = recorder.watching.tensors, recorder.watching.steps.retained_graphs

    def tables(self) -> tuple[dict[object, Callable[..., object]], dict[object, Callable[..., None]]]:
        """Which function is special, and what stands for it; what is done after its call, where nothing is before."""
        tensor: Any = torch.Tensor
        hooked = self._recorder.watching.functions.hooks.registered
        setting = self._about_to_set if self._taping is not None else None
        notes: dict[object, tuple[Any, ...]] = {
            tensor.requires_grad.__set__: (self._requires_grad_set, (FIRST, "value")),
            tensor.requires_grad_: (self._requires_grad_set, (FIRST, "requires_grad")),
            tensor.__setitem__: (self._element_set, (FIRST, "key", "value"), setting),
            tensor.data.__set__: (self._data_set, (FIRST, "value")),
            tensor.grad.__get__: (self._grad_read, (FIRST,)),
            tensor.grad.__set__: (self._grad_set, (FIRST, "value")),
            torch_api.set_grad_enabled_function: (self._grad_mode_set, ()),
            torch.autograd.grad: (self._gradient_taken, names_of(torch.autograd.grad)),
            tensor.__deepcopy__: (self._deeply_copied, (FIRST, "memo")),
            tensor.retain_grad: (self._retained, (FIRST,)),
            tensor.register_hook: (hooked, (FIRST, "hook")),
            tensor.register_post_accumulate_grad_hook: (
                hooked,
                (FIRST, "hook"),
            ),
            **dict.fromkeys(torch_api.EXPORTS, (self._exported, (FIRST,))),
            **dict.fromkeys(torch_api.BRANCHES, (self._branched, (FIRST,))),
        }
        stands = {func: noted(self._recorder, *parts) for func, parts in notes.items()}
        endings = {func: ends for func, (_, ends) in stands.items() if ends is not None}
        return {func: call for func, (call, _) in stands.items()}, endings

    def _grad_mode_set(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        self._recorder.modes.grad_mode_set(torch_api.grad_enabled(), frame)

    def _requires_grad_set(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        note_requires_grad(self._recorder, known[FIRST], frame)

    def _about_to_set(self, known: Known) -> object:
        taping = self._taping
        return taping.before_setting(known[FIRST], known.get("key"), known.get("value")) if taping else None

    def _element_set(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        written = known[FIRST]
        args = (written, known.get("key"), known.get("value"))
        if torch_api.is_learning_leaf(written):
            self._tensors.leaf_set(func, args, self._recorder.stack.capture(frame), frame)
        else:
            self._written(func, args, written, frame)
        if self._taping is not None and known.get("before") is not None:
            self._taping.after_setting(known["before"], args, frame)

    def _written(self, func: object, args: tuple[object, ...], written: torch.Tensor, frame: FrameType) -> None:
        recorder, flags = self._recorder, 0
        parents: list[Origin] = []
        for value in args:
            flags |= recorder.take(value, parents, frame)
        origin = recorder.mode.origin(func, tuple(parents), recorder.stack.capture(frame), flags, written)
        self._tensors.overwritten(func, parents, written, origin, torch_api.view_base(written))
        recorder.origins.put(written, origin)

    def _data_set(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        note_data_set(self._recorder, func, known[FIRST], known.get("value"), frame)
        if self._taping is not None:
            self._taping.tape.moved(known[FIRST])

    def _gradient_taken(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        if type(out) is not tuple:
            return  # a class of the program's has answered
        self._recorder.mode.note(func, tuple(known.values()), None, out, SEVERAL, frame)
        inputs = known.get("inputs")
        for position, gradient in enumerate(out):
            origin = self._recorder.origins.get(gradient) if gradient is not None else None
            of = self._recorder.origins.get(_one_of(inputs, position))
            if origin is not None and of is not None and not of.flags & LEAF:
                origin.add(gradient_of=of)
            if origin is not None and is_on(known.get("create_graph")):
                origin.add(mark=GradientWithHistory())
                outputs, inputs = known.get("outputs"), known.get("inputs")
                note_slope(self._recorder, outputs, inputs, gradient, origin)
                weights = known.get("grad_outputs")
                self._recorder.watching.tell(DerivativeTaken(outputs, inputs, weights, origin))

    def _deeply_copied(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        """Of the tensor alone: the memo holds all that was copied before, of which this copy is not made."""
        if not is_a(out, torch.Tensor):
            return
        given = (known[FIRST],)
        self._recorder.mode.note(func, given, None, out, ONE, frame)
        if self._taping is not None and not torch_api.is_traced():
            self._taping.after(self._taping.before(func, given, None), func, given, None, out, frame)

    def _grad_read(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        recorder, tensor = self._recorder, known[FIRST]
        if frame.f_code.co_filename == torch_api.CLIPPING_FILE:
            if id(tensor) in self._run.clipped:
                return
            recorder.watching.tell(GradientClipped(tensor))
        if self._run.passes and self._training.readings is not None:
            self._training.readings.read(tensor, frame)
        if out is None:
            self._tensors.retained.read_nothing(tensor, frame)
        elif is_a(out, torch.Tensor):
            self._note_grad(func, tensor, out, frame)

    def _grad_set(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        value = known.get("value")
        if value is None and self._recorder.stack.ownership[frame.f_code.co_filename]:
            self._training.cleared(frame, by_hand=True)
        elif is_a(value, torch.Tensor):
            self._training.gradient_given(known[FIRST], value)
            self._recorder.watching.tell(GradientGiven(known[FIRST], value, frame))

    def _note_grad(self, func: object, tensor: torch.Tensor, grad: torch.Tensor, frame: FrameType) -> None:
        recorder = self._recorder
        origin = recorder.origin_of(tensor, frame)
        by_program = recorder.stack.ownership[frame.f_code.co_filename]
        recorder.watching.tell(GradientRead(origin, frame, by_program))
        self._tensors.retained.read(tensor, frame)
        if by_program:
            recorder.training.read()
        if recorder.origins.get(grad) is None:
            parents = (origin, *self._differentiated()) if torch_api.requires_grad(grad) else (origin,)
            recorder.origins.put(grad, recorder.mode.origin(func, parents, recorder.stack.capture(frame), 0, grad))

    def _differentiated(self) -> tuple[Origin, ...]:
        """What a gradient with history was computed from beside its leaf: what the latest pass started from."""
        return next((ran.parents for ran in reversed(self._run.roots) if (ran.extra or {})["collects"]), ())

    def _retained(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        self._tensors.retained.asked(known[FIRST], frame)

    def _exported(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        self._left_torch(func, known[FIRST], out, frame, EXPORT)

    def _branched(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        self._left_torch(func, known[FIRST], out, frame, BRANCH)

    def _left_torch(self, func: object, tensor: torch.Tensor, value: object, frame: FrameType, flag: int) -> None:
        recorder = self._recorder
        origin = recorder.origins.get(tensor)
        if origin is None:
            if not torch_api.requires_grad(tensor):
                return
            origin = recorder.origin_of(tensor, frame)
        if origin.flags & REQUIRES_GRAD:
            self._retained_graphs.met(origin)
        elif recorder.probe.active and is_array(value):
            self._tensors.untracked.array_made(tensor, origin, frame)
        export = Origin(func, (origin,), recorder.stack.capture(frame), flag)
        if flag == BRANCH:
            export.add(value=value is True)
        elif self._taping is not None:
            self._taping.exported(func, tensor, value, export.frames)
        recorder.exports.add(export, value)
        if is_array(value):
            recorder.watching.tell(ArrayExported(value, export))


def _one_of(inputs: object, position: int) -> object:
    """The input that a request has this result for."""
    if is_exactly(inputs, list):
        return list.__getitem__(inputs, position)
    return tuple.__getitem__(inputs, position) if is_exactly(inputs, tuple) else inputs
