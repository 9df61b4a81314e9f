"""Errors about `None` where the program has just read a `.grad` that was not there."""

from __future__ import annotations

import linecache
import re
import traceback
from types import CodeType, FrameType

import torch

from whygrad.evidence.questions import MissingGradient
from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.copying.snapshot import Snapshot, Spot
from whygrad.record.live.origin import Origin, comes_from
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, signature_of, text_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.recording import QueryKind, Recording

NEAR = 3  # lines from a test to what is raised under it


def missing_gradient(recorder: Recorder, error: BaseException, spots: list[Spot]) -> Recording | None:
    """The question why that gradient is missing; None where the error is about something else."""
    about_none = is_a(error, (TypeError, AttributeError)) and "NoneType" in text_of(error)
    if recorder.watching.tensors.retained.latest is None or recorder.steady.away:
        return None
    ref, code, line = recorder.watching.tensors.retained.latest
    if not about_none and not is_a(error, AssertionError) and not _raises_for_it(spots, code, line):
        return None
    tensor = ref()
    frame = next((f for f, _ in reversed(spots) if f.f_code is code or code in f.f_code.co_consts), None)
    if tensor is None or frame is None or gradient_of(tensor) is not None:
        return None
    failing = {(f.f_code.co_filename, number) for f, number in traceback.walk_tb(error.__traceback__)}
    here = (code.co_filename, line) in failing or _raises_for_it(spots, code, line)
    if not here and (not about_none or not _goes_on_into(code.co_filename, line, failing)):
        return None
    with torch_api.unseen():
        return _recording(recorder, tensor, frame, spots, here, error)


def _raises_for_it(spots: list[Spot], code: CodeType, line: int) -> bool:
    """Did the program raise an error of its own under an `if` that found the gradient missing?"""
    frame = spots[-1][0] if spots else None
    if frame is None or frame.f_code is not code or not line < frame.f_lineno <= line + NEAR:
        return False
    test, raised = (linecache.getline(code.co_filename, n) for n in (line, frame.f_lineno))
    return bool(re.search(r"\bif\b.*\.grad\b", test)) and raised.lstrip().startswith("raise ")


def _goes_on_into(file: str, line: int, failing: set[tuple[str, int]]) -> bool:
    """Does the line give what it reads a name that a failing line uses?"""
    assigned = re.match(r"\s*(\w+)\s*=[^=]", linecache.getline(file, line))
    pattern = rf"\b{assigned.group(1)}\b" if assigned else "(?!)"
    return any(re.search(pattern, linecache.getline(*place)) for place in failing)


def _recording(
    recorder: Recorder, tensor: torch.Tensor, frame: FrameType, spots: list[Spot], here: bool, error: BaseException
) -> Recording:
    origin = recorder.origin_of(tensor, frame)
    snapshot = Snapshot(recorder, spots)
    passes = list(recorder.run.roots)
    state = _state(recorder, tensor, origin)
    if state == "unused" and _clears(frame, spots):
        state = "clearing"
    cleared = recorder.training.cleared_since()
    roots = passes if state == "unused" else []
    return snapshot.take(
        QueryKind.MISSING_GRADIENT,
        roots,
        [origin],
        error=signature_of(error),
        root_name=snapshot.name_of(tensor) if not roots else "",
        evidence=[MissingGradient(state, here, snapshot.chain_of(cleared) if state == "used" else ())],
    )


def _clears(frame: FrameType, spots: list[Spot]) -> bool:
    """Is the gradient read only to be cleared? Then it need not have come: the next pass would make it."""
    line = next((f.f_lineno for f, _ in reversed(spots) if f is frame), frame.f_lineno)
    return bool(re.search(r"\.grad(\.data)?\.zero_\(", linecache.getline(frame.f_code.co_filename, line)))


def _state(recorder: Recorder, tensor: torch.Tensor, origin: Origin) -> str:
    if not recorder.run.passes:
        return "no pass"
    if torch_api.requires_grad(tensor) and not tensor.is_leaf:
        return "result"
    if _name(origin) in ("requires_grad", "requires_grad_") and any(
        comes_from(root, before) for root in recorder.run.roots for before in origin.parents
    ):
        return "late"
    return "used" if any(leaf is origin for leaf in leaves_behind(recorder.run.roots)) else "unused"


def _name(origin: Origin) -> str:
    return torch_api.name_of(origin.op).removesuffix(".__set__").rpartition(".")[2]
