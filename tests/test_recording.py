"""A recording is plain data: what is saved and loaded gives the same diagnosis, and nothing else loads."""

from __future__ import annotations

import importlib.util
import json
import sys
from dataclasses import is_dataclass, replace
from typing import get_args, get_type_hints

import pytest
import torch

import whygrad
from whygrad import plain_data
from whygrad.diagnose import diagnose
from whygrad.evidence import Evidence, kinds
from whygrad.evidence.functions import CustomFunction
from whygrad.evidence.modules import HiddenParameters, Owner, StrayLeaf
from whygrad.record.questions.asking import ask
from whygrad.recording import Definition, QueryKind, Recording

FUNCTION = """import torch


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2
"""


def record_a_cut(frame) -> Recording:
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        loss = (w * 2).detach().sum()
        return ask(whygrad._latest.recorder, whygrad._latest._inspection, loss, frame)


@pytest.fixture
def recording() -> Recording:
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


def test_a_saved_recording_has_the_name_of_its_question(recording):
    document = recording.to_document()
    assert document["query"]["kind"] == "why"
    document["query"]["kind"] = "no such question"
    with pytest.raises(ValueError, match=r"`Query\.kind` is not of the type QueryKind"):
        Recording.from_document(document)


def parts_of(hint: object) -> list[object]:
    """A type and all that it is made of, through the fields of dataclasses."""
    inside = get_type_hints(hint).values() if is_dataclass(hint) else get_args(hint)
    return [hint, *(part for each in inside for part in parts_of(each))]


PLAIN = {str, int, float, bool, type(None), Ellipsis}


def plain_parts_of(kind: type) -> set[object]:
    return {part for part in parts_of(kind) if not get_args(part) and not is_dataclass(part)}


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.__name__)
def test_evidence_is_typed_to_the_last_part(kind):
    assert kind.__dataclass_params__.frozen
    assert plain_parts_of(kind) <= PLAIN


def test_a_recording_is_typed_to_the_last_part():
    assert plain_parts_of(Recording) <= {*PLAIN, QueryKind, Evidence}


@pytest.fixture
def with_a_stray(recording) -> Recording:
    """Evidence that has other evidence in it."""
    hidden = HiddenParameters("model", "layers", "Net", "net.py", "list", False, ("model.layers.0.weight",))
    return replace(recording, evidence=(StrayLeaf(0, False, False, (), Owner("", True, True, hidden, "")),))


def test_kinds_of_evidence_are_looked_for_once_however_much_was_seen(with_a_stray, monkeypatch):
    searches = []
    monkeypatch.setattr(plain_data, "kinds", lambda: [kinds(), searches.append(1)][0])
    plain_data._kind.cache_clear()
    several = replace(with_a_stray, evidence=with_a_stray.evidence * 3)
    assert Recording.from_document(several.to_document()) == several
    assert len(searches) == 2  # one for each kind that stands there


def test_evidence_in_evidence_is_saved_and_loaded(with_a_stray, tmp_path):
    with_a_stray.save(tmp_path / "r.json")
    assert Recording.load(tmp_path / "r.json") == with_a_stray


def test_evidence_of_another_kind_is_refused(with_a_stray):
    document = with_a_stray.to_document()
    document["evidence"][0]["owner"]["hidden"] = {"evidence": "Unseen"}
    with pytest.raises(ValueError, match=r"`Owner\.hidden` is not of the type HiddenParameters"):
        Recording.from_document(document)


def test_a_recording_holds_the_text_of_the_functions_in_its_evidence(tmp_path):
    """The class of a Function lies in a file that no place of the graph does."""
    (tmp_path / "elsewhere.py").write_text(FUNCTION)
    spec = importlib.util.spec_from_file_location("elsewhere", tmp_path / "elsewhere.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with whygrad.watch():
        result = module.Twice.apply(torch.ones(3, requires_grad=True)).detach()
        recording = ask(whygrad._latest.recorder, whygrad._latest._inspection, result, sys._getframe())
    backward = Definition(str(tmp_path / "elsewhere.py"), 9, "backward")
    assert [seen.backward for seen in recording.evidence if isinstance(seen, CustomFunction)] == [backward]
    assert recording.sources[backward.file] == FUNCTION


def test_a_tampered_node_is_refused(recording, tmp_path):
    recording.save(tmp_path / "r.json")
    raw = json.loads((tmp_path / "r.json").read_text())
    raw["nodes"][0]["__class__"] = "os.system"
    (tmp_path / "r.json").write_text(json.dumps(raw))
    with pytest.raises(ValueError, match="is not a recording of whygrad"):
        Recording.load(tmp_path / "r.json")
