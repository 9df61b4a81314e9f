"""The function mode: sees every call of torch's public API once, as the user wrote it. The hot path lives here."""

from __future__ import annotations

import functools
from collections.abc import Callable
from sys import _getframe
from types import (
    BuiltinFunctionType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import TYPE_CHECKING, Any

import torch
from torch.overrides import TorchFunctionMode

from whygrad.interruptions.signals import marks_section, release, waiting
from whygrad.record.live.origin import CUT, LEAF, REQUIRES_GRAD, Frames, Origin
from whygrad.record.live.result_kinds import NOTHING, ONE, SEVERAL, ResultKinds
from whygrad.record.seam import private_names, storages, torch_api, torch_modes
from whygrad.record.seam.as_is import each, is_a
from whygrad.record.seam.given import Args, Kwargs, values_of
from whygrad.record.special.special_calls import SpecialCalls

if TYPE_CHECKING:
    from whygrad.record.hotpath import HotPath
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.live.taping import Taping
    from whygrad.record.watchers.functions.forward_calls import ForwardCalls

# Arguments that can hold neither a tensor nor a value of one; integers are mostly sizes and dimensions.
PLAIN = frozenset(
    {type(None), bool, int, str, slice, type(...), torch.dtype, torch.device, torch.Size, torch.Generator}
)
PLAIN_IDS = frozenset(
    map(id, PLAIN)
)  # a class of the program's is not asked for its hash, which may be its metaclass's

# None of these hears by itself of a call that it is given to.
UNHEARD = (torch.Tensor, torch.nn.Parameter, type(None), bool, int, float)

# By the ids of the types of functions: torch's operators, and whatever Python itself makes. None of them is a class of
# the program's, which could answer for its objects as it likes.
FUNCTIONS = frozenset(
    map(id, (FunctionType, BuiltinFunctionType, MethodDescriptorType, MethodWrapperType, WrapperDescriptorType,
             private_names.operator, private_names.operators))
)  # fmt: skip


def _is_given(out: object, args: Args, kwargs: Kwargs | None) -> bool:
    """Is a result the first argument of its call, or one that was given by its name?"""
    return bool(args and out is args[0]) or bool(kwargs and any(out is a for a in kwargs.values()))


class RecordingMode(TorchFunctionMode):
    """Runs each function as it is and notes where its result came from."""

    def __init__(self, recorder: Recorder, taping: Taping | None) -> None:
        super().__init__()
        self._recorder = recorder
        self.taping = taping  # where values are kept too
        self.asked = False  # for a derivative: then values are kept also while an optimizer steps again and again
        self.taping_ended = False  # values were kept up to the second step of an optimizer
        self.special, self.endings = SpecialCalls(recorder, taping).tables()
        self.hot: HotPath | None = None  # what of it was compiled
        self.installed = False
        self._tensors = recorder.watching.tensors
        self._origins = recorder.origins
        self._probe = recorder.probe
        self.kinds = ResultKinds()
        self.forward: ForwardCalls | None = None  # of a custom Function: its calls are listed
        self.is_under_others = torch_api.has_function_modes()  # the program's own, entered before ours

    def __torch_function__(
        self, func: Callable[..., object], types: object, args: Args = (), kwargs: Kwargs | None = None
    ) -> object:
        __tracebackhide__ = True
        # What is no function of torch's or Python's is somebody's object: it is not asked for its hash or name.
        op = func if id(type(func)) in FUNCTIONS else functools.partial(func)
        special, pending = self.special.get(op), None
        if self.taping is not None and special is None:
            pending = self._recorder.guarded(self._before_call, op, args, kwargs)
        forward = self.forward
        if forward is not None:
            self._recorder.guarded(forward.before, op, args, kwargs)
        try:
            if special is not None:
                out = special(func, args, kwargs or {}, _getframe(1))
            else:
                out = func(*args, **kwargs) if kwargs else func(*args)
        except Exception as error:
            self._recorder.guarded(self._recorder.call_failed, op, args, kwargs, error, _getframe(1))
            raise
        if out is NotImplemented:
            # Operands were asked, and have refused. torch would ask them again, did we not raise what it itself raised.
            raise TypeError("all operands have refused")
        if forward is not None:
            self._recorder.guarded(forward.after, op, out)
        if special is None and self.kinds.get(id(type(out))) != NOTHING:
            self._note_result(pending, op, types, args, kwargs, out, _getframe(1))
        return out

    @marks_section
    def _note_result(
        self, pending: object, func: object, types: object, args: Args, kwargs: Kwargs | None, out: object,
        frame: FrameType,
    ) -> None:  # fmt: skip
        """Note a call that has returned; what fails here of ours ends the recording."""
        try:
            kind = self.kinds.of(type(out))
            if not kind:
                return
            # What we read of tensors is not for their class to see, nor for a mode outside ours.
            torch_modes.call_untold(self._note_call, pending, func, args, kwargs, out, kind, frame)
        except Exception as error:
            self._recorder.fail(error)
        finally:
            if waiting:
                release()

    def follow(self, forward: ForwardCalls | None) -> None:
        """List the calls of a `forward` from now on, or no more; C hands every call to us for that time."""
        self.forward = forward
        if self.hot is not None:
            self.hot.by_python = forward is not None

    def stop_taping(self) -> None:
        """Keep no more values, and let those go that are kept; from now on C does what Python did."""
        self.taping, self.taping_ended = None, True
        special, endings = SpecialCalls(self._recorder, None).tables()
        self.special.update(special)
        self.endings.update(endings)
        if self.hot is not None:  # after the tables: from now on C notes an element that is set, by its ending
            self.hot.stop_taping()
        for ref in self._origins.refs():
            ref.place = None

    def note_untold(
        self, func: object, args: Args, kwargs: Kwargs | None, out: object, kind: int, frame: FrameType
    ) -> None:
        """As `note`, so that no subclass hears of what we read of its tensors."""
        torch_modes.call_untold(self.note, func, args, kwargs, out, kind & SEVERAL or ONE, frame)

    def _before_call(self, func: object, args: Args, kwargs: Kwargs | None) -> object:
        """What is kept of a call before it runs, where values are kept."""
        return None if self.taping is None or torch_api.is_traced() else self.taping.before(func, args, kwargs)

    def _note_call(
        self, pending: object, func: object, args: Args, kwargs: Kwargs | None, out: object, kind: int,
        frame: FrameType,
    ) -> None:  # fmt: skip
        self.note(func, args, kwargs, out, kind & SEVERAL or ONE, frame)
        if self.taping is not None and not self._recorder.broken and not torch_api.is_traced():
            self.taping.after(pending, func, args, kwargs, out, frame)

    def tape_one(self, func: object, args: Args, out: torch.Tensor, frames: Frames) -> None:
        """What C has noted is kept too: a call on plain tensors that returned one, and drew and overwrote nothing."""
        if self.taping is not None and not self._recorder.broken and not torch_api.is_traced():
            self.taping.after_one(func, args, out, frames)

    def tape_shown(self, func: object, source: torch.Tensor, out: torch.Tensor, frames: Frames) -> None:
        """As `tape_one`, where the result shows the memory of an argument, in another layer or seen otherwise."""
        if self.taping is not None and not self._recorder.broken and not torch_api.is_traced():
            self.taping.shown(func, source, out, frames)

    def tape_several(self, func: object, args: Args, kwargs: Kwargs | None, out: object, frame: FrameType) -> None:
        """As `tape_one`, where it returned several tensors or others, or was given some arguments by their names."""
        if self.taping is not None and not self._recorder.broken and not torch_api.is_traced():
            torch_modes.call_untold(self.taping.after, None, func, args, kwargs, out, frame)

    def note(self, func: object, args: Args, kwargs: Kwargs | None, out: Any, kind: int, frame: FrameType) -> None:
        """Record one call that returned one or several tensors, as `kind` tells."""
        recorder = self._recorder
        if recorder.broken:
            return
        table = self._origins.living()
        again = kind == ONE and (id(out) in table or _is_given(out, args, kwargs))  # the tensor was there before
        if again and not self._writes(func, out, args, kwargs, frame):
            self._tensors.copied_values.into_leaf(func, values_of(args, kwargs), out, frame)
            return
        parents: list[Origin] = []
        flags = 0
        for a in args:
            ref = table.get(id(a))
            if ref is not None:
                parents.append(ref.origin)  # type: ignore[arg-type]  # a ref in the table has one
            elif id(type(a)) not in PLAIN_IDS:
                flags |= recorder.take(a, parents, frame)
        for a in kwargs.values() if kwargs else ():
            if id(type(a)) not in PLAIN_IDS:
                flags |= recorder.take(a, parents, frame)
        frames = recorder.stack.capture(frame)
        if kind == ONE:
            origin = self.origin(func, tuple(parents), frames, flags, out)
            if again:
                self._tensors.overwritten(func, parents, out, origin, torch_api.view_base(out))
            recorder.origins.put(out, origin)
        else:
            self._note_several(func, tuple(parents), frames, flags, out)
        if self._probe.active:
            recorder.look_at(func, args, kwargs, (out,) if kind == ONE else out, frame)

    def _note_several(self, func: object, parents: tuple[Origin, ...], frames: Frames, flags: int, out: object) -> None:
        origin = None
        for result in each(out):
            if is_a(result, torch.Tensor):
                # Results that carry a gradient share one Origin; others differ (`topk`: values and indices).
                if origin is None or not torch_api.requires_grad(result):
                    origin = self.origin(func, parents, frames, flags, result)
                self._recorder.origins.put(result, origin)
                if not torch_api.requires_grad(result):
                    origin = None

    def origin(
        self, func: object, parents: tuple[Origin, ...], frames: Frames, flags: int, out: torch.Tensor
    ) -> Origin:
        """The Origin of a fresh result."""
        if torch_api.requires_grad(out):
            flags |= REQUIRES_GRAD
            if not parents:
                flags |= LEAF
            return Origin(func, parents, frames, flags)
        for parent in parents:
            if parent.flags & REQUIRES_GRAD:
                flags |= CUT
                break
        origin = Origin(func, parents, frames, flags)
        origin.dtype = out.dtype
        if not torch.is_grad_enabled() or torch.is_inference_mode_enabled():
            origin.switch = self._recorder.modes.in_force()
        return origin

    def _writes(self, func: object, out: torch.Tensor, args: Args, kwargs: Kwargs | None, frame: FrameType) -> bool:
        """Does a call that returned a known tensor give it a new value that we follow?

        `.to()` with nothing to do does not; and a leaf that requires a gradient stays that leaf when it is updated.
        """
        self._probe.looked.met(func)
        if not torch_api.is_in_place(func) and not (
            kwargs and (kwargs.get("out") is out or kwargs.get("inplace") is True)
        ):
            return False
        if getattr(func, "__name__", "") in storages.MOVING:
            self._recorder.origins.moved(out)
        if torch_api.is_learning_leaf(out):
            self._tensors.leaf_written(func, out, frame, args)
            return False
        return True
