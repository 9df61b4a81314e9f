"""The boundary of custom `autograd.Function`s: their inside runs without gradients, their outside decides."""

from __future__ import annotations

import functools
import threading
import weakref
from collections.abc import Callable, Sequence
from sys import _getframe
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.functions import CustomFunction, KeptOutsideContext
from whygrad.evidence.marks import MarkedNonDifferentiable, RefusedGradients
from whygrad.interruptions.signals import marks_section
from whygrad.record.live.grad_modes import Switching
from whygrad.record.live.origin import Frames, Origin, OwnRef
from whygrad.record.seam import patched, torch_api
from whygrad.record.seam.as_is import attributes_of, code_of, definition_of, is_a, items_of, member_of
from whygrad.record.seam.given import Args
from whygrad.record.seam.own_hooks import put_on_node
from whygrad.record.seam.patching import Called, Patches, replace
from whygrad.record.special.registered import formula_of, registered_for
from whygrad.record.watchers.functions.backward_checks import Followed
from whygrad.record.watchers.functions.function_state import KeptOutside

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

Outside = tuple[Switching | None, int]  # the switch in force, and how many Functions run
Made = tuple[torch.Tensor, Origin]
Gradients = Sequence[torch.Tensor | None]
Note = Callable[[Gradients, Gradients], None]


def defined_at(cls: type) -> CustomFunction:
    """The class and where its `forward` and `backward` stand; of an operator's, what was registered for it."""
    registered = registered_for(cls)
    if registered is not None:
        return formula_of(cls, registered)
    forward, backward = code_of(member_of(cls, "forward")), code_of(member_of(cls, "backward"))
    return CustomFunction(
        cls.__name__,
        definition_of(forward) if forward is not None else None,
        definition_of(backward) if backward is not None else None,
    )


class _Running(threading.local):
    """For each `apply` that is running in this thread, where it marked a result as non-differentiable."""

    def __init__(self) -> None:
        self.marks: list[Frames] = []


class FunctionCalls:
    """Gives the results of `Function.apply` an Origin of their own, with what was marked non-differentiable."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._running = _Running()
        self._kept_outside = KeptOutside()

    def install(self, undo: Patches) -> None:
        replace(undo, "torch.autograd:Function.apply", self._apply, Called.ON_A_CLASS)
        replace(undo, "torch.autograd.function:FunctionCtx.mark_non_differentiable", self._mark)

    def _apply(self, original: Callable[..., object]) -> Callable[..., object]:
        recorder, mode = self._recorder, self._recorder.mode
        checks = recorder.watching.functions.backward_checks

        def apply(*args: object, **kwargs: object) -> object:
            __tracebackhide__ = True
            # Compiled code that was compiled while we were there calls us for ever.
            if recorder.steady.away or not mode.installed:
                return original(*args, **kwargs)
            cls, given, frame = args[0], args[1:], _getframe(1)
            outside = recorder.contained(self._outside)
            followed = None
            try:
                recorder.contained(self._enter, cls, frame)
                kept = recorder.guarded(mode.taping.kept, given) if mode.taping is not None else None
                is_asked = recorder.probe.active or checks.with_graph.are_wanted
                followed = recorder.guarded(checks.begin, cls, given) if is_asked else None
                try:
                    out = original(*args, **kwargs)
                except Exception:
                    recorder.guarded(self._note_failed, cls)
                    raise
            finally:
                if followed is not None:
                    recorder.contained(checks.left)
                marked = recorder.put_back(self._leave, outside)
            recorder.guarded(self._note, cls, given, out, frame, marked, followed)
            if checks.runs_again:
                recorder.guarded(checks.run_again, cls, functools.partial(original, cls), given)
            if mode.taping is not None and not kwargs:
                run = functools.partial(original, cls)
                recorder.guarded(mode.taping.function_ran, run, cls, kept, given, out, frame)
            return out

        return apply

    def _outside(self) -> Outside:
        """What is in force outside of the Function: to come back to, however far it has got."""
        return self._recorder.modes.now, len(self._running.marks)

    def _enter(self, cls: type, frame: FrameType) -> None:
        self._recorder.modes.enter_function(cls, frame)
        self._running.marks.append(())

    def _leave(self, outside: Outside | None) -> Frames:
        """Back to what was in force before; returns where a result was marked as non-differentiable."""
        if outside is None:  # it could not be told
            return ()
        before, depth = outside
        self._recorder.modes.leave_function(before)
        marks = self._running.marks
        marked = marks[depth] if depth < len(marks) else ()
        del marks[depth:]
        return marked

    def _note_failed(self, cls: type) -> None:
        self._recorder.run.failed_function = defined_at(cls)

    def _mark(self, original: Callable[..., object]) -> Callable[..., object]:
        def mark_non_differentiable(*args: object, **kwargs: object) -> object:
            __tracebackhide__ = True
            self._recorder.guarded(self._note_mark, _getframe(1))
            return original(*args, **kwargs)

        return mark_non_differentiable

    def _note_mark(self, frame: FrameType) -> None:
        if self._running.marks:
            self._running.marks[-1] = self._recorder.stack.capture(frame)

    def _note(
        self, cls: type, args: Args, out: object, frame: FrameType, marked: Frames, followed: Followed | None
    ) -> None:
        recorder = self._recorder
        if followed is not None:
            followed.forward.finish(out)
        parents: list[Origin] = []
        flags = recorder.take(args, parents, frame)
        frames, defined = recorder.stack.capture(frame), defined_at(cls)
        made: list[Made] = []
        for result in items_of(out) if is_a(out, (tuple, list)) else (out,):
            if not is_a(result, torch.Tensor):
                continue
            inner = recorder.origins.get(result)  # as computed inside `forward`, of tensors that were not arguments
            if inner is not None and inner in parents:
                inner = None
            origin = recorder.mode.origin(
                f"{defined.name}.apply", (*parents, *([inner] if inner else [])), frames, flags, result
            )
            origin.add(function=defined)
            if marked and not torch_api.requires_grad(result):
                origin.add(mark=MarkedNonDifferentiable(), mark_frames=marked)
            recorder.origins.put(result, origin)
            made.append((result, origin))
            if origin.op == patched.COMPILED_FUNCTION and recorder.suspension.is_in_compiled_code:
                recorder.suspension.computed.append(OwnRef(result))
            self._note_leak(cls, result, frame)
        self._watch_backward(cls, defined.name, args, made, followed)
        self._note_kept_outside(cls, out)

    def _note_kept_outside(self, cls: type, out: object) -> None:
        """A second call before any pass: does it write over what the `backward` of the first one needs?"""
        first = next(iter(items_of(out)), out)
        code = code_of(member_of(cls, "backward"))
        if not is_a(first, torch.Tensor) or not torch_api.requires_grad(first) or code is None:
            return
        if self._recorder.stack.ownership[code.co_filename]:
            holder = self._kept_outside.overwritten(cls, self._recorder.run.passes)
            if holder:
                kept = functools.partial(KeptOutsideContext, cls.__name__, holder=holder)
                self._recorder.watching.functions.backward_checks.add(code, kept)

    def _note_leak(self, cls: type, result: torch.Tensor, frame: FrameType) -> None:
        """An output kept as an attribute of the context holds the graph that holds the context: nothing frees them."""
        context = result.grad_fn if torch_api.requires_grad(result) else None
        for name, value in list(attributes_of(context).items()):
            if value is result:
                text = f"`{cls.__name__}` keeps its own output as `ctx.{name}`"
                self._recorder.run.warned.add(text, frame)

    def _watch_backward(self, cls: type, name: str, args: Args, made: list[Made], followed: Followed | None) -> None:
        """Note for which inputs the Function's own `backward` returns None; of the program's Functions only."""
        registered = registered_for(cls)
        code = registered.backward if registered is not None else code_of(member_of(cls, "backward"))
        if code is None or not self._recorder.stack.ownership[code.co_filename]:
            return
        node = next((r.grad_fn for r, _ in made if torch_api.requires_grad(r)), None)  # all have the same one
        if node is None:
            return
        needed = tuple([is_a(a, torch.Tensor) and torch_api.requires_grad(a) for a in args])
        tensors = [position for position, a in enumerate(args) if is_a(a, torch.Tensor)]
        origins = [weakref.ref(origin) for result, origin in made if torch_api.requires_grad(result)]

        checks = self._recorder.watching.functions.backward_checks

        number = checks.with_graph.latest(code)
        if followed is not None:
            followed.edges, followed.node, followed.origin = list(node.next_functions), id(node), origins[0]
            known = [self._recorder.origins.get(a) for a in args if is_a(a, torch.Tensor)]
            followed.given = [weakref.ref(origin) if origin is not None else None for origin in known]

        def note_refused(gradients: Gradients, incoming: Gradients) -> None:
            if checks.recorder.probe.active:
                checks.note_ignored(name, code, gradients, incoming)
            checks.note_graph(code, number)
            got = zip(gradients, tensors, strict=False)
            refused = [(i, position) for i, (g, position) in enumerate(got) if g is None and needed[position]]
            if refused and any(g is not None for g in incoming):
                inputs, arguments = zip(*refused, strict=True)
                for origin in filter(None, (ref() for ref in origins)):
                    origin.add(mark=RefusedGradients(inputs, arguments, needed))

        put_on_node(node, functools.partial(self._returned, note_refused, followed))

    @marks_section
    def _returned(self, note: Note, followed: Followed | None, gradients: Gradients, incoming: Gradients) -> None:
        """The hook of a Function's node; what waits for its end waits for the end of the pass."""
        recorder = self._recorder
        recorder.guarded(note, gradients, incoming)
        if followed is not None:
            recorder.guarded(recorder.watching.functions.backward_checks.returned, followed, gradients, incoming)
