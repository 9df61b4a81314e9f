"""Calls that want a gradient at a tensor where none arrives: a hook, `retain_grad`."""

from __future__ import annotations

from whygrad.record.copying.snapshot import Snapshot, Spot
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam.as_is import signature_of, text_of
from whygrad.recording import QueryKind, Recording

REFUSALS = (
    "can't retain_grad on Tensor that has requires_grad=False",
    "cannot register a hook on a tensor that doesn't",
)
MOST_ORIGINS = 50_000


def refused(recorder: Recorder, error: BaseException, frames: list[Spot]) -> Recording | None:
    """The question what cuts the tensor off; None where nothing behind it requires a gradient."""
    failed = recorder.run.failed_call
    if not frames or failed is None or not any(text in text_of(error) for text in REFUSALS):
        return None
    signature = signature_of(error)
    learning = _leaves_behind_cuts(failed[1]) if failed[0] == signature else []
    if not learning:
        return None
    return Snapshot(recorder, frames).take(QueryKind.REFUSED, list(failed[1].parents[:1]), learning, error=signature)


def _leaves_behind_cuts(origin: Origin) -> list[Origin]:
    """The leaves that require a gradient and went into a value, whatever cut them off."""
    seen, queue = {id(origin)}, [origin]
    for at in queue:
        new = [p for p in at.parents if id(p) not in seen]
        seen.update(map(id, new))
        queue += new if len(queue) < MOST_ORIGINS else []
    return [o for o in queue if o.flags & LEAF and o.flags & REQUIRES_GRAD]
