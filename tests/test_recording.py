"""A recording is plain data: what is saved and loaded gives the same diagnosis, and nothing else loads."""

from __future__ import annotations

import json

import pytest
import torch

import whygrad
from whygrad.diagnose import diagnose
from whygrad.record.questions.asking import ask
from whygrad.recording import Recording


def record_a_cut(frame) -> Recording:
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        loss = (w * 2).detach().sum()
        return ask(whygrad._latest.recorder, whygrad._latest._looks, loss, frame)


@pytest.fixture
def recording() -> Recording:
    import sys

    return record_a_cut(sys._getframe())


def test_a_saved_recording_is_loaded_as_the_same(recording, tmp_path):
    recording.save(tmp_path / "r.json")
    assert Recording.load(tmp_path / "r.json") == recording


def test_a_loaded_recording_gives_the_same_diagnosis(recording, tmp_path):
    recording.save(tmp_path / "r.json")
    assert diagnose(Recording.load(tmp_path / "r.json")) == diagnose(recording)
    assert [finding.cause for finding, _ in diagnose(recording)] == ["detached-tensor"]


def test_a_recording_holds_the_text_of_its_files(recording):
    assert "def record_a_cut" in recording.sources[__file__]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 1}', '{"schema": 99}', '{"schema": 1, "query": 3}'])
def test_anything_else_is_refused_with_one_sentence(text, tmp_path):
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(ValueError, match="is not a recording of whygrad"):
        Recording.load(tmp_path / "r.json")


def test_a_tampered_node_is_refused(recording, tmp_path):
    recording.save(tmp_path / "r.json")
    raw = json.loads((tmp_path / "r.json").read_text())
    raw["nodes"][0]["__class__"] = "os.system"
    (tmp_path / "r.json").write_text(json.dumps(raw))
    with pytest.raises(ValueError, match="is not a recording of whygrad"):
        Recording.load(tmp_path / "r.json")
