"""Parameters that hooks of the program's own write in the course of a backward pass, where the mode is away.

Asked on passes that are inspected, and only where such hooks are registered: else nothing of the program's runs there.
A write past `.data` is in no count of torch's, so values are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.hooks import ParameterWritten
from whygrad.record.events import PassBegan, PassEnded, PassFailed, StepBegan
from whygrad.record.live.kept_values import PARAMETERS, TOGETHER, Values
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of, definition_of, items_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import Learner
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

HOOKS = 16  # that are told of
TIMES = 2  # inspected passes in which it happened


class PassWrites(Watcher):
    """Compares parameters before and after a pass."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._before: list[tuple[Learner, OwnRef, Values]] = []
        self._found: dict[CodeType, tuple[dict[int, Learner], int, bool]] = {}

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        self._before = []
        own, hooks = self.recorder.stack.ownership, self.recorder.watching.functions.hooks.latest
        if not event.inspected or not any(own[code.co_filename] for code, _ in hooks):
            return
        elements = 0
        for history in self.recorder.training.followed:
            for learner in history.learners.values() if history.steps else ():
                tensor = learner.ref()
                if tensor is None or not torch_api.is_plain(tensor):
                    continue
                elements += tensor.numel()
                if elements > TOGETHER or len(self._before) >= PARAMETERS:
                    return
                self._before.append((learner, OwnRef(tensor), Values.copied(tensor)))

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        """An optimizer that steps in the course of the pass writes as it should."""
        if self._before:
            self._before = []

    def on_pass_failed(self, event: PassFailed) -> None:
        self._before = []

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        before, self._before = self._before, []
        if not before or not torch_api.values_may_be_read():
            return
        written: dict[CodeType, tuple[list[Learner], bool]] = {}
        with torch_api.unseen():
            for learner, ref, values in before:
                tensor = ref()
                if tensor is None or values.equal(tensor.detach()):
                    continue
                code, given = self._writer(tensor)
                if code is not None:
                    written.setdefault(code, ([], given))[0].append(learner)
        for code, (learners, given) in written.items():
            known, times, _ = self._found.get(code, ({}, 0, given))
            if times or len(self._found) < HOOKS:
                self._found[code] = ({**known, **{id(k): k for k in learners}}, times + 1, given)

    def _writer(self, tensor: torch.Tensor) -> tuple[CodeType | None, bool]:
        """The hook that may have written it, where one alone may; and whether it was given the parameter itself.

        One that reads `.grad` makes an update of its own, on purpose.
        """
        own = self.recorder.stack.ownership
        after = items_of(tensor._post_accumulate_grad_hooks)
        codes = {code for hook in after if (code := code_of(hook)) is not None and own[code.co_filename]}
        given = bool(codes)
        if not given:
            codes = {code for code, _ in self.recorder.watching.functions.hooks.latest if own[code.co_filename]}
        code = codes.pop() if len(codes) == 1 else None
        return (None if code is None or "grad" in code.co_names else code), given

    def of_run(self, copy: Copy) -> Iterator[ParameterWritten]:
        places: dict[CodeType, Frames] = dict(self.recorder.watching.functions.hooks.latest)
        for code, (learners, times, given) in self._found.items():
            if times >= TIMES:
                names = tuple(dict.fromkeys(k.name for k in learners.values() if k.name))
                registered = copy.chain(places.get(code, ()))
                yield ParameterWritten(names, definition_of(code), registered, times, given)
