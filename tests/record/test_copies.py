"""A copy costs what it is about: not all that the program did before, and no line is looked up twice."""

from __future__ import annotations

import pytest
import torch

import whygrad
from whygrad.record.copying import snapshot
from whygrad.record.copying.snapshot import Snapshot
from whygrad.record.live import stack
from whygrad.recording import QueryKind


def exporting_at(places: int) -> None:
    """Let a value leave torch at so many different lines."""
    w = torch.ones(2, requires_grad=True)
    exec("".join(f"(w * {i}).sum().item()\n" for i in range(places)), {"w": w})


@pytest.fixture
def recorder():
    with whygrad.watch(keep_bytes=0):
        exporting_at(40)
        yield whygrad._latest.recorder


def test_a_copy_in_passing_takes_the_exports_of_the_latest_places(recorder, monkeypatch):
    monkeypatch.setattr(snapshot, "EXPORTING_IN_PASSING", 3)
    copied = {
        kind: Snapshot(recorder, []).take(kind, [], besides=[]).nodes for kind in (QueryKind.SILENT, QueryKind.BACKWARD)
    }
    exports = {kind: sum(node.kind == "export" for node in nodes) for kind, nodes in copied.items()}
    assert exports == {QueryKind.SILENT: 3, QueryKind.BACKWARD: 40}


def test_a_line_becomes_a_place_once_for_all_copies(recorder, monkeypatch):
    made = []
    place_of = stack.place_of
    monkeypatch.setattr(stack, "place_of", lambda *a: made.append(a) or place_of(*a))
    first, second = (Snapshot(recorder, []).take(QueryKind.BACKWARD, [], besides=[]) for _ in range(2))
    looked_up = len(made)
    assert looked_up and [n.chain for n in first.nodes] == [n.chain for n in second.nodes]
    Snapshot(recorder, []).take(QueryKind.BACKWARD, [], besides=[])
    assert len(made) == looked_up
