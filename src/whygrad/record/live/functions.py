"""The boundary of custom `autograd.Function`s: their inside runs without gradients, their outside decides."""

from __future__ import annotations

import functools
import threading
import weakref
from collections.abc import Callable
from sys import _getframe
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.live.by_identity import ByIdentity
from whygrad.record.live.origin import Frames, Origin, Switching
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attributes_of, code_of, is_a, member_of
from whygrad.record.seam.own_hooks import put_on_node
from whygrad.record.seam.patching import Called, Patches, replace
from whygrad.record.watchers.functions.function_check import compare, is_smooth
from whygrad.record.watchers.functions.function_state import KeptOutside
from whygrad.record.watchers.functions.purity import leaves_no_trace

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


def defined_at(cls: Any) -> dict[str, Any]:
    """The class and where its `forward` and `backward` stand, as plain data."""
    places = {}
    for name in ("forward", "backward"):
        code = code_of(member_of(cls, name))
        if code is not None:
            places[name] = [code.co_filename, code.co_firstlineno]
    return {"name": cls.__name__, **places}


def _may_run_again(cls: Any) -> bool:
    """Would nobody notice if the Function ran once more?"""
    new_style = cls.setup_context is not torch.autograd.Function.setup_context
    parts = (cls.forward, cls.backward, *((cls.setup_context,) if new_style else ()))
    return all(leaves_no_trace(part) for part in parts)


class _Running(threading.local):
    """For each `apply` that is running in this thread, where it marked a result as non-differentiable."""

    def __init__(self) -> None:
        self.marks: list[Frames] = []


class FunctionCalls:
    """Gives the results of `Function.apply` an Origin of their own, with what was marked non-differentiable."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._running = _Running()
        self._checked: ByIdentity[Any, bool] = ByIdentity()
        self._kept_outside = KeptOutside()
        self._original: Any = None  # `Function.apply` without us

    def install(self, undo: Patches) -> None:
        replace(undo, "torch.autograd:Function.apply", self._apply, Called.ON_A_CLASS)
        replace(undo, "torch.autograd.function:FunctionCtx.mark_non_differentiable", self._mark)

    def _apply(self, original: Callable[..., Any]) -> Callable[..., Any]:
        recorder = self._recorder
        self._original = original

        def apply(*args: Any, **kwargs: Any) -> Any:
            # Compiled code that was compiled while we were there calls us for ever.
            if recorder.steady.away or not recorder.installed:
                return original(*args, **kwargs)
            cls, frame = args[0], _getframe(1)
            inside = recorder.contained(self._enter, cls, frame)
            kept = recorder.guarded(recorder.taping.kept, args[1:]) if recorder.taping is not None else None
            try:
                out = original(*args, **kwargs)
            except Exception:
                recorder.guarded(self._note_failed, cls)
                raise
            finally:
                marked = recorder.contained(self._leave, inside)
            recorder.guarded(self._note, cls, args[1:], out, frame, marked)
            if recorder.taping is not None and not kwargs:
                run = functools.partial(original, cls)
                recorder.guarded(recorder.taping.function_ran, run, cls, kept, args[1:], out, frame)
            return out

        return apply

    def _enter(self, cls: Any, frame: FrameType) -> Switching | None:
        before = self._recorder.modes.enter_function(cls, frame)
        self._running.marks.append(())
        return before

    def _leave(self, before: Switching | None) -> Frames:
        """Back to what was in force before; returns where a result was marked as non-differentiable."""
        self._recorder.modes.leave_function(before)
        return self._running.marks.pop() if self._running.marks else ()

    def _note_failed(self, cls: Any) -> None:
        self._recorder.failed_function = defined_at(cls)

    def _mark(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def mark_non_differentiable(*args: Any, **kwargs: Any) -> Any:
            self._recorder.guarded(self._note_mark, _getframe(1))
            return original(*args, **kwargs)

        return mark_non_differentiable

    def _note_mark(self, frame: FrameType) -> None:
        if self._running.marks:
            self._running.marks[-1] = self._recorder.stack.capture(frame)

    def _note(self, cls: Any, args: Any, out: Any, frame: FrameType, marked: Frames) -> None:
        recorder = self._recorder
        parents: list[Origin] = []
        flags = recorder.take(args, parents, frame)
        frames = recorder.stack.capture(frame)
        for result in out if is_a(out, (tuple, list)) else (out,):
            if not is_a(result, torch.Tensor):
                continue
            inner = recorder.origins.get(result)  # as computed inside `forward`, of tensors that were not arguments
            if inner is not None and inner in parents:
                inner = None
            origin = recorder.mode.origin(
                f"{cls.__name__}.apply", (*parents, *([inner] if inner else [])), frames, flags, result
            )
            origin.add(function=defined_at(cls))
            if marked and not torch_api.requires_grad(result):
                origin.add(detail="mark_non_differentiable", detail_frames=marked)
            recorder.origins.put(result, origin)
            self._watch_backward(cls, args, result, origin)
            self._check_backward(cls, args, result)
            self._note_leak(cls, result, frame)
        self._note_kept_outside(cls, out)

    def _note_kept_outside(self, cls: Any, out: Any) -> None:
        """A second call before any pass: does it write over what the `backward` of the first one needs?"""
        first = out[0] if is_a(out, (tuple, list)) and out else out
        code = code_of(member_of(cls, "backward"))
        if not is_a(first, torch.Tensor) or not torch_api.requires_grad(first) or code is None:
            return
        if self._recorder.stack.ownership[code.co_filename]:
            holder = self._kept_outside.overwritten(cls, self._recorder.passes)
            known = self._recorder.wrong_functions
            if holder and not any(f["name"] == cls.__name__ for f in known):
                known.append({**defined_at(cls), "holder": holder})

    def _note_leak(self, cls: Any, result: torch.Tensor, frame: FrameType) -> None:
        """An output kept as an attribute of the context holds the graph that holds the context: nothing frees them."""
        context = result.grad_fn if torch_api.requires_grad(result) else None
        for name, value in list(attributes_of(context).items()):
            if value is result:
                text = f"`{cls.__name__}` keeps its own output as `ctx.{name}`"
                self._recorder.warned.add(text, frame)

    def _check_backward(self, cls: Any, args: Any, result: torch.Tensor) -> None:
        """Compare the program's own `backward` with differences, at the first call that needs it."""
        if cls in self._checked or not self._recorder.probe.active or not torch_api.requires_grad(result):
            return
        self._checked[cls] = True
        code = code_of(member_of(cls, "backward"))
        own = code is not None and self._recorder.stack.ownership[code.co_filename]
        if own and is_smooth(cls.forward) and _may_run_again(cls) and torch_api.values_may_be_read():
            wrong = compare(lambda *values: self._original(cls, *values), args)
            if wrong is not None:
                self._recorder.wrong_functions.append({**defined_at(cls), **wrong})

    def _watch_backward(self, cls: Any, args: Any, result: torch.Tensor, origin: Origin) -> None:
        """Note for which inputs the Function's own `backward` returns None; of the program's Functions only."""
        code = code_of(member_of(cls, "backward"))
        if code is None or not self._recorder.stack.ownership[code.co_filename] or not torch_api.requires_grad(result):
            return
        wanted = [torch_api.requires_grad(a) for a in args if is_a(a, torch.Tensor)]
        made = weakref.ref(origin)

        def returned(gradients: Any, incoming: Any) -> None:
            self._recorder.guarded(note_refused, gradients, incoming)

        def note_refused(gradients: Any, incoming: Any) -> None:
            known = made()
            refused = [i for i, (g, w) in enumerate(zip(gradients, wanted, strict=False)) if g is None and w]
            if known is not None and refused and any(g is not None for g in incoming):
                known.add(detail="returned None " + " ".join(map(str, refused)))

        if result.grad_fn is not None:
            put_on_node(result.grad_fn, returned)
