"""One `--json` file for all processes of a launch: each adds what it has found to what is there."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from whygrad.cli import ranks
from whygrad.whole_file import write_whole

PATIENCE = 10.0  # seconds; who holds a lock for longer is gone
FOUND = frozenset({"findings", "allowed"})
Document = dict[str, Any]


def rank() -> str | None:
    """Which of several processes this is; None where it is the only one."""
    return os.environ.get("RANK") if ranks.is_one_of_several() else None


def is_of_this_launch(path: str) -> bool:
    """Has another process of this launch written the file?"""
    return _earlier(path) is not None


def add_to(path: str, text: str) -> None:
    """Write the document of this process, together with those of the others that are there."""
    own: Document = json.loads(text)
    number = rank() or ""
    for key in FOUND & own.keys():
        own[key] = [{**finding, "ranks": [number]} for finding in own[key]]
    own["launch"] = _launch()
    own["ranks"] = {number: {"exit": own["exit"], "error": own["error"]}}
    with _locked(path):
        earlier = _earlier(path)
        write_whole(path, json.dumps(own if earlier is None else _together(earlier, own), indent=2) + "\n")


def _together(one: Document, other: Document) -> Document:
    """All findings, each once with the ranks that have it; of the ends that of the first process that failed."""
    failed = other if not one["exit"] and other["exit"] else one
    both = {**one, "exit": failed["exit"], "error": failed["error"]}
    for key in FOUND & (one.keys() | other.keys()):
        both[key] = _each_once([*one.get(key, ()), *other.get(key, ())])
    both["ranks"] = dict(sorted({**one["ranks"], **other["ranks"]}.items()))
    if limits := list(dict.fromkeys([*one.get("limits", ()), *other.get("limits", ())])):
        both["limits"] = limits
    if broken := one.get("internal_error") or other.get("internal_error"):
        both["internal_error"] = broken
    return both


def _each_once(findings: list[Document]) -> list[Document]:
    found: dict[str, Document] = {}
    for finding in findings:
        known = found.setdefault(_without_ranks(finding), finding)
        known["ranks"] = sorted({*known["ranks"], *finding["ranks"]})
    return list(found.values())


def _without_ranks(finding: Document) -> str:
    return json.dumps({key: value for key, value in finding.items() if key != "ranks"}, sort_keys=True)


def _launch() -> str:
    return hashlib.sha256(repr(ranks.launch()).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _earlier(path: str) -> Document | None:
    """What processes of this launch have written; nothing that an earlier launch from the same shell has left."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        is_ours = document["launch"] == _launch()
        is_old = os.stat(path).st_mtime < ranks.STARTED and not ranks.is_parent_of_one()
        return document if is_ours and not is_old and type(document["ranks"]) is dict else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


@contextmanager
def _locked(path: str) -> Iterator[None]:
    lock, end = f"{path}.lock", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.close(os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            break
        except FileExistsError:
            time.sleep(0.02)
    try:
        yield
    finally:
        with suppress(OSError):
            os.unlink(lock)
