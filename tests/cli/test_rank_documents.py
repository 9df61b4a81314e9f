"""`--json` under a launch of several processes: one file has what all of them have found."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

import whygrad.render
from whygrad.cli import rank_documents, ranks
from whygrad.cli.json_file import prepared, write_json


def document(exit_status: int, *causes: str, **more: object) -> str:
    error = "RuntimeError: no" if exit_status else None
    return json.dumps(
        {"schema": 1, "exit": exit_status, "error": error, "findings": [{"cause": c} for c in causes], **more}
    )


@pytest.fixture
def as_rank(monkeypatch: pytest.MonkeyPatch):
    def become(number: int) -> None:
        for name, value in {"WORLD_SIZE": "3", "MASTER_PORT": "29500", "RANK": str(number)}.items():
            monkeypatch.setenv(name, value)

    return become


def test_all_ranks_findings_are_in_one_file_each_once(tmp_path: Path, as_rank) -> None:
    path = str(tmp_path / "out.json")
    for number, (status, causes) in enumerate([(0, ["one"]), (1, ["one", "two"]), (0, [])]):
        as_rank(number)
        assert prepared(path) == path
        write_json(path, document(status, *causes))
    found = json.loads(Path(path).read_text())
    assert found["findings"] == [{"cause": "one", "ranks": ["0", "1"]}, {"cause": "two", "ranks": ["1"]}]
    assert (found["exit"], found["error"]) == (1, "RuntimeError: no")
    assert {number: end["exit"] for number, end in found["ranks"].items()} == {"0": 0, "1": 1, "2": 0}
    assert os.listdir(tmp_path) == ["out.json"]


def test_limits_and_failures_of_all_are_kept(tmp_path: Path, as_rank) -> None:
    path = str(tmp_path / "out.json")
    as_rank(0)
    prepared(path)
    write_json(path, document(0, limits=["a"]))
    as_rank(1)
    write_json(path, document(0, limits=["a", "b"], internal_error="broken"))
    found = json.loads(Path(path).read_text())
    assert (found["limits"], found["internal_error"]) == (["a", "b"], "broken")


def test_the_next_launch_from_the_same_shell_begins_anew(tmp_path: Path, as_rank, monkeypatch) -> None:
    path = str(tmp_path / "out.json")
    as_rank(0)
    prepared(path)
    write_json(path, document(0, "old"))
    monkeypatch.setattr(ranks, "STARTED", time.time() + 1)
    prepared(path)
    assert Path(path).read_text() == ""


@pytest.mark.parametrize("there", ["", "{", "[]", '{"launch": 1}', '{"launch": "x", "ranks": 3}'])
def test_a_file_of_somebody_else_is_replaced(tmp_path: Path, as_rank, there: str) -> None:
    path = tmp_path / "out.json"
    path.write_text(there)
    as_rank(0)
    write_json(str(path), document(0, "one"))
    assert [f["cause"] for f in json.loads(path.read_text())["findings"]] == ["one"]


def test_a_lock_that_nobody_holds_any_more_is_not_waited_for_for_ever(tmp_path: Path, as_rank, monkeypatch) -> None:
    monkeypatch.setattr(rank_documents, "PATIENCE", 0.05)
    path = tmp_path / "out.json"
    (tmp_path / "out.json.lock").touch()
    as_rank(0)
    prepared(str(path))
    write_json(str(path), document(0, "one"))
    assert "one" in path.read_text()


def test_another_file_than_that_of_json_is_written_as_it_is(tmp_path: Path, as_rank) -> None:
    path = tmp_path / "out.sarif"
    as_rank(0)
    prepared(str(path), "--output")
    write_json(str(path), "{}", "--output")
    assert path.read_text() == "{}"


def test_the_schema_describes_the_document_of_several(tmp_path: Path, as_rank) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((Path(whygrad.render.__file__).parent / "findings.schema.json").read_text())
    schema["$defs"]["finding"]["required"] = ["cause", "ranks"]
    path = str(tmp_path / "out.json")
    for number in range(2):
        as_rank(number)
        prepared(path)
        write_json(path, document(number, "one", allowed=[{"cause": "two"}], torch="2.13.0", whygrad="0.1.0"))
    found = json.loads(Path(path).read_text())
    jsonschema.validate(found, schema)
    assert found["allowed"] == [{"cause": "two", "ranks": ["0", "1"]}]


def test_one_process_writes_what_it_always_wrote(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    path = tmp_path / "out.json"
    prepared(str(path))
    write_json(str(path), document(0, "one"))
    assert path.read_text() == document(0, "one")
