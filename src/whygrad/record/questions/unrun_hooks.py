"""Errors about what a hook was to leave behind, where it has not run: a gradient that is `None`, an empty list."""

from __future__ import annotations

import dis
import linecache
import re
from types import CodeType, FrameType

from whygrad.evidence.hooks import UnrunHook
from whygrad.record.copying.snapshot import Snapshot, Spot
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam.as_is import (
    attribute_of,
    definition_of,
    has_attributes,
    is_a,
    is_exactly,
    signature_of,
    text_of,
)
from whygrad.recording import QueryKind, Recording

ADDING = frozenset(("append", "extend", "insert", "update", "setdefault", "appendleft"))
READ = re.compile(r"(?<![\w.])(self\.)?([A-Za-z_]\w*)")


def unrun_hook(recorder: Recorder, error: BaseException, spots: list[Spot]) -> Recording | None:
    """The hook of the backward pass that would have filled what the failing line reads; None where there is none."""
    about_none = is_a(error, (AttributeError, TypeError)) and "NoneType" in text_of(error)
    if not (about_none or is_a(error, (IndexError, KeyError))) or not recorder.run.passes:
        return None
    owned = [frame for frame, _ in spots if recorder.stack.ownership[frame.f_code.co_filename]]
    for code, frames in reversed(recorder.watching.functions.hooks.latest) if owned else ():
        if not recorder.stack.ownership[code.co_filename]:
            continue
        empty = next((name for name in _empty(owned[-1]) if _fills(code, name)), "")
        if empty:
            snapshot = Snapshot(recorder, spots)
            seen = UnrunHook(definition_of(code), empty)
            chain = snapshot.chain_of(frames)
            text = signature_of(error)
            if not chain:
                return None
            return snapshot.take(QueryKind.UNRUN_HOOK, [], error=text, chain=chain, evidence=[seen])
    return None


def _fills(code: CodeType, name: str) -> bool:
    """Does the code store something under this name, or put something into what it holds?"""
    steps = [(step.opname, step.argval) for step in dis.get_instructions(code)]
    if any(step.startswith("STORE_") and value == name for step, value in steps):
        return True
    if "setattr" in code.co_names and name in code.co_consts:
        return True
    puts = any(step == "STORE_SUBSCR" for step, _ in steps) or not ADDING.isdisjoint(code.co_names)
    return puts and any(step.startswith("LOAD_") and value == name for step, value in steps)


def _empty(frame: FrameType) -> list[str]:
    """The variables and attributes that the failing line reads and that hold nothing."""
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    own = frame.f_locals.get("self")
    known = frame.f_globals | frame.f_locals
    found = []
    for attribute, name in READ.findall(line):
        held: object = attribute_of(own, name, own) if attribute and has_attributes(own) else known.get(name, own)
        if held is None or (is_exactly(held, list, dict) and not held):
            found.append(name)
    return found
