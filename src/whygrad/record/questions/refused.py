"""Calls that want a gradient at a tensor where none arrives: a hook, `retain_grad`."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.evidence.hooks import GrantedBefore
from whygrad.record.copying.snapshot import Snapshot, Spot
from whygrad.record.live.bounded import MANY_ORIGINS
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Origin, parents_of
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam.as_is import signature_of, text_of
from whygrad.recording import QueryKind, Recording
from whygrad.walk import breadth_first

REFUSALS = (
    "can't retain_grad on Tensor that has requires_grad=False",
    "cannot register a hook on a tensor that doesn't",
)


def refused(recorder: Recorder, error: BaseException, frames: list[Spot]) -> Recording | None:
    """The question what cuts the tensor off; None where nothing behind it requires a gradient."""
    failed = recorder.run.failed_call
    if not frames or failed is None or not any(text in text_of(error) for text in REFUSALS):
        return None
    signature = signature_of(error)
    learning = _leaves_behind_cuts(failed[1]) if failed[0] == signature else []
    if not learning:
        return None
    snapshot, roots = Snapshot(recorder, frames), list(failed[1].parents[:1])
    seen = list(_granted_before(recorder, snapshot))
    return snapshot.take(QueryKind.REFUSED, roots, learning, error=signature, evidence=seen)


def _granted_before(recorder: Recorder, snapshot: Snapshot) -> Iterator[GrantedBefore]:
    asked = snapshot.chain_of_frames()[-1:]
    chains = (snapshot.chain_of(frames) for frames in reversed(recorder.watching.functions.hooks.granted))
    same = next((chain for chain in chains if chain and chain[-1:] == asked), None)
    if same is not None:
        yield GrantedBefore(same)


def _leaves_behind_cuts(origin: Origin) -> list[Origin]:
    """The leaves that require a gradient and went into a value, whatever cut them off."""
    behind = breadth_first((origin,), parents_of, MANY_ORIGINS)
    return [o for o in behind if o.flags & LEAF and o.flags & REQUIRES_GRAD]
