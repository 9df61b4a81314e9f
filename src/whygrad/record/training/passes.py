"""What is noted before and after every backward pass."""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.events import PassBegan, PassEnded
from whygrad.record.live.origin import EXPORT, Origin
from whygrad.record.seam import torch_api
from whygrad.record.training.post_mortem import is_bad_loss
from whygrad.record.training.schedule import is_looked_at

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


def pass_begins(recorder: Recorder, tensors: Any, collects: bool, frame: FrameType) -> None:
    """A backward pass is about to run; `collects` where it adds to `.grad`."""
    recorder.limits.look_around()
    if torch_api.values_may_be_read() and collects:
        with torch_api.unseen():
            recorder.training.pass_begins(frame)
            recorder.untracked.pass_begins()
            recorder.puts.pass_begins()
            known, inspected = _known(recorder, tensors), recorder.probe.active
            recorder.events.tell(PassBegan(tuple(tensors), known, inspected, frame))
            if not inspected and is_bad_loss(tensors) and recorder.training.bad_loss():
                recorder.probe.bad_loss(tensors, known)
    if recorder.probe.active and torch_api.values_may_be_read():
        with torch_api.unseen():
            recorder.updating.pass_begins(_known(recorder, tensors), frame)
    if recorder.probe.active and not recorder.presence.is_in_compiled_code:  # hooks would be compiled with it
        recorder.probe.attach(tensors)


def _known(recorder: Recorder, tensors: Any) -> list[Origin]:
    found = (recorder.origins.get(t) for t in tensors if isinstance(t, torch.Tensor))
    return [origin for origin in found if origin is not None]


def pass_ended(recorder: Recorder, tensors: Any, retained: bool, collects: bool, frame: FrameType) -> None:
    """A backward pass succeeded: remember from where."""
    recorder.passes += 1
    recorder.waiting.clear()
    if not recorder.presence.compiled:  # the compiler runs backward passes of its own
        recorder.presence.come_back()
    found = tuple(o for t in tensors if isinstance(t, torch.Tensor) and (o := recorder.origins.get(t)))
    frames, ran = recorder.stack.capture(frame), None
    if found:
        ran = Origin("backward", found, frames, EXPORT)
        ran.add(detail="retained" if retained else "freed", number=recorder.passes, collects=collects)
        recorder.roots.append(ran)
        recorder.growing.pass_ran(ran)
        recorder.training.pass_ran(ran)
    recorder.events.tell(PassEnded(list(found), ran, frames, collects))
    recorder.probe.finish(found)
    steady = recorder.steady
    recorder.probe.active = steady.is_probed(recorder.passes) if steady.wanted else is_looked_at(recorder.passes + 1)
    if torch_api.values_may_be_read() and collects:
        with torch_api.unseen():
            recorder.training.pass_ended(frame)
            if recorder.readings is not None:
                recorder.readings.pass_ended()
