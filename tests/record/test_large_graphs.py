"""Graphs that are too large to be copied whole: the nearest part is, and that is said."""

from __future__ import annotations

import torch

import whygrad
from whygrad.record.copying import snapshot


def why_text(length: int, is_near: bool = False) -> str:
    """Of a loss far behind which a weight is cut off, or near which another is."""
    with whygrad.watch(keep_bytes=0):
        weight, other = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
        h = weight * 2
        for _ in range(length):
            h = h.detach() + 1
        loss = (h + (other * 2).detach() if is_near else h).sum()
        return " ".join(str(whygrad.why(loss)).split())


def test_a_part_of_a_graph_is_said_to_be_one(monkeypatch):
    monkeypatch.setattr(snapshot, "MOST", 50)
    text = why_text(100, is_near=True)
    assert "detached-tensor" in text
    assert "the 50 operations nearest to the question" in text


def test_an_answer_from_a_part_of_the_graph_says_so(monkeypatch):
    monkeypatch.setattr(snapshot, "MOST", 50)
    text = why_text(100)
    assert "nothing that requires one was seen" in text
    assert "the 50 operations nearest to the question" in text


def test_nothing_is_said_of_a_whole_graph(monkeypatch):
    monkeypatch.setattr(snapshot, "MOST", 500)
    assert "nearest to the question" not in why_text(100)
