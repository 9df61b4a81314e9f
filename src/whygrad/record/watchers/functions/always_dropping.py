"""Dropout functions called by a module's own code, and which modules' code runs in eval mode.

Calls are found in the graph of the passes that are looked at, and modules are asked when they are switched.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.always_dropping import FunctionDropout
from whygrad.ops import DROPPING
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of, is_a, of_class
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import modules_in
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import only_inspected
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

CODES = 256  # of modules


class AlwaysDropping(Watcher):
    """Brings the two together when the run is over."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._calls: Bounded[Frames, str] = Bounded(MOST)
        self._evaluated: Bounded[CodeType, tuple[str, Frames]] = Bounded(CODES)

    def install(self, undo: Patches) -> None:
        switching = followed(self.recorder, before=self._switching, unless_away=True, names=(FIRST,))
        replace(undo, "torch.nn:Module.eval", switching)

    def _switching(self, known: Given, frame: FrameType) -> None:
        module = known.get(FIRST)
        if not is_a(module, torch.nn.Module):
            return
        for _, inner in modules_in(module):
            code = code_of(of_class(inner, "forward"))
            if code is None or code in self._evaluated or not self.recorder.stack.ownership[code.co_filename]:
                continue
            self._evaluated[code] = (type(inner).__name__, self.recorder.stack.capture(frame))

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or DROPPING.isdisjoint(map(torch_api.short_name_of, event.graph.ops)):
            return
        for origin in event.graph.learning:
            name = torch_api.short_name_of(origin.op)
            if name in DROPPING:
                self._calls[origin.frames] = name

    def of_run(self, copy: Copy) -> Iterator[FunctionDropout]:
        for frames, name in self._calls.items():
            for code in frames[::2]:
                module, evaluated = self._evaluated.get(code, ("", ())) if type(code) is CodeType else ("", ())
                if module:
                    yield FunctionDropout(name, module, copy.chain(frames), copy.chain(evaluated))
                    break
