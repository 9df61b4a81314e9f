"""The calls that need more than a note: flags, elements and `.data` that are set, gradients, exports, branches, hooks.

Each is made in one place, as the program wrote it and outside of any guard; its note gets the arguments by name.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.evidence.marks import GradientWithHistory
from whygrad.record.events import GradientClipped, GradientRead
from whygrad.record.live.data_set import note_data_set
from whygrad.record.live.exports import is_array
from whygrad.record.live.origin import BRANCH, EXPORT, REQUIRES_GRAD, Origin
from whygrad.record.live.requires_grad_set import note_requires_grad
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import FIRST, Given, given, is_on, names_of

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

Note = Callable[[Any, Given, Any, FrameType], None]  # note(func, given, out, frame)


def noted(
    recorder: Recorder, note: Note, names: tuple[str, ...], before: Callable[[Given], Any] | None = None
) -> tuple[Callable[..., Any], Callable[..., None] | None]:
    """What stands for a function of torch's: it calls it, and has that noted.

    What `before` returns, which is asked before the call, is given under the name "before". Where there is none, the
    second is all that is done after the call, which C makes itself.
    """
    of_a_tensor, alone, guarded = FIRST in names, names == (FIRST,), recorder.guarded

    def special_call(func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        found = None if before is None else guarded(begins, args, kwargs)
        out = func(*args, **kwargs)
        guarded(ends, func, args, kwargs, found, out, frame)
        return out

    def begins(args: Any, kwargs: Any) -> Any:
        known = given(names, args, kwargs)
        return before(known) if before is not None and is_a(known.get(FIRST), torch.Tensor) else None

    def ends(func: Any, args: Any, kwargs: Any, found: Any, out: Any, frame: FrameType) -> None:
        known = {FIRST: args[0]} if alone and args else given(names, args, kwargs)
        if found is not None:
            known["before"] = found
        # Where it was called with anything else, a class of the program's has answered in torch's place.
        if not of_a_tensor or issubclass(type(known.get(FIRST)), torch.Tensor):
            note(func, known, out, frame)

    return special_call, ends if before is None else None


class SpecialCalls:
    """What is noted of them."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.endings: dict[Any, Callable[..., None]] = {}  # what is done after the call, where nothing is before it
        self.table = self._table()  # which function is special, and what stands for it

    def _table(self) -> dict[Any, Callable[..., Any]]:
        tensor: Any = torch.Tensor
        setting = self._about_to_set if self._recorder.taping is not None else None
        notes: dict[Any, tuple[Any, ...]] = {
            tensor.requires_grad.__set__: (self._requires_grad_set, (FIRST, "value")),
            tensor.requires_grad_: (self._requires_grad_set, (FIRST, "requires_grad")),
            tensor.__setitem__: (self._element_set, (FIRST, "key", "value"), setting),
            tensor.data.__set__: (self._data_set, (FIRST, "value")),
            tensor.grad.__get__: (self._grad_read, (FIRST,)),
            torch_api.set_grad_enabled_function: (self._grad_mode_set, ()),
            torch.autograd.grad: (self._gradient_taken, names_of(torch.autograd.grad)),
            tensor.retain_grad: (self._retained, (FIRST,)),
            tensor.register_hook: (self._recorder.hooks.registered, (FIRST, "hook")),
            tensor.register_post_accumulate_grad_hook: (self._recorder.hooks.registered, (FIRST, "hook")),
            **dict.fromkeys(torch_api.EXPORTS, (self._exported, (FIRST,))),
            **dict.fromkeys(torch_api.BRANCHES, (self._branched, (FIRST,))),
        }
        stands = {func: noted(self._recorder, *parts) for func, parts in notes.items()}
        self.endings.update({func: ends for func, (_, ends) in stands.items() if ends is not None})
        return {func: call for func, (call, _) in stands.items()}

    def _grad_mode_set(self, func: Any, known: Given, out: Any, frame: FrameType) -> None:
        self._recorder.modes.grad_mode_set(torch_api.grad_enabled(), frame)

    def _requires_grad_set(self, func: Any, known: Given, out: Any, frame: FrameType) -> None:
        note_requires_grad(self._recorder, known[FIRST], frame)

    def _about_to_set(self, known: Given) -> Any:
        taping = self._recorder.taping
        return taping.before_setting(known[FIRST], known.get("key"), known.get("value")) if taping else None

    def _element_set(self, func: Any, known: Given, out: Any, frame: FrameType) -> None:
        recorder, written = self._recorder, known[FIRST]
        args = (written, known.get("key"), known.get("value"))
        if torch_api.is_learning_leaf(written):
            recorder.leaf_written(func, written, frame)
            recorder.puts.into_leaf(func, args, written, frame)
        else:
            self._written(func, args, written, frame)
        if recorder.taping is not None and known.get("before") is not None:
            recorder.taping.after_setting(known["before"], args, frame)

    def _written(self, func: Any, args: tuple[Any, ...], written: torch.Tensor, frame: FrameType) -> None:
        recorder, flags = self._recorder, 0
        parents: list[Origin] = []
        for value in args:
            flags |= recorder.take(value, parents, frame)
        origin = recorder.mode.origin(func, tuple(parents), recorder.stack.capture(frame), flags, written)
        recorder.overwritten(func, parents, written, origin)
        recorder.origins.put(written, origin)
        base = torch_api.view_base(written)
        if base is not None:
            recorder.written_through(base, written)

    def _data_set(self, func: Any, known: Given, out: Any, frame: FrameType) -> None:
        note_data_set(self._recorder, func, known[FIRST], known.get("value"), frame)
        if self._recorder.taping is not None:
            self._recorder.taping.tape.moved(known[FIRST])

    def _gradient_taken(self, func: Any, known: Given, out: Any, frame: FrameType) -> None:
        if type(out) is not tuple:
            return  # a class of the program's has answered
        self._recorder.mode.note(func, tuple(known.values()), None, out, 2, frame)
        for gradient in out:
            origin = self._recorder.origins.get(gradient) if gradient is not None else None
            if origin is not None and is_on(known.get("create_graph")):
                origin.add(mark=GradientWithHistory())

    def _grad_read(self, func: Any, known: Given, out: Any, frame: FrameType) -> None:
        recorder, tensor = self._recorder, known[FIRST]
        if frame.f_code.co_filename == torch_api.CLIPPING_FILE:
            recorder.events.tell(GradientClipped(tensor))
        if recorder.passes and recorder.readings is not None:
            recorder.readings.read(tensor, frame)
        if out is None:
            recorder.retained.read_nothing(tensor, frame)
        elif is_a(out, torch.Tensor):
            self._note_grad(func, tensor, out, frame)

    def _note_grad(self, func: Any, tensor: torch.Tensor, grad: torch.Tensor, frame: FrameType) -> None:
        recorder = self._recorder
        origin = recorder.origin_of(tensor, frame)
        recorder.events.tell(GradientRead(origin))
        recorder.retained.read(tensor, frame)
        if recorder.stack.ownership[frame.f_code.co_filename]:
            recorder.training.read()
        if recorder.origins.get(grad) is None:
            recorder.origins.put(grad, recorder.mode.origin(func, (origin,), recorder.stack.capture(frame), 0, grad))

    def _retained(self, func: Any, known: Given, out: Any, frame: FrameType) -> None:
        self._recorder.retained.asked(known[FIRST], frame)

    def _exported(self, func: Any, known: Given, out: Any, frame: FrameType) -> None:
        self._left_torch(func, known[FIRST], out, frame, EXPORT)

    def _branched(self, func: Any, known: Given, out: Any, frame: FrameType) -> None:
        self._left_torch(func, known[FIRST], out, frame, BRANCH)

    def _left_torch(self, func: Any, tensor: torch.Tensor, value: Any, frame: FrameType, flag: int) -> None:
        recorder = self._recorder
        origin = recorder.origins.get(tensor)
        if origin is None:
            if not torch_api.requires_grad(tensor):
                return
            origin = recorder.origin_of(tensor, frame)
        if origin.flags & REQUIRES_GRAD:
            recorder.growing.met(origin)
        elif recorder.probe.active and is_array(value):
            recorder.untracked.array_made(tensor, origin, frame)
        export = Origin(func, (origin,), recorder.stack.capture(frame), flag)
        if flag == BRANCH:
            export.add(value=value is True)
        elif recorder.taping is not None:
            recorder.taping.exported(func, tensor, value, export.frames)
        recorder.exports.add(export, value)
