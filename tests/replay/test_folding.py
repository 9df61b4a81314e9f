"""What is folded is unfolded as it was, to the type of every number."""

from __future__ import annotations

import json

import archive
import pytest
from archive import Shelf
from folding import PLACE, fold, unfold
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PLACES = st.lists(st.fixed_dictionaries({key: st.integers() for key in PLACE}), min_size=1)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
KEYS = st.text("abc", min_size=1)


def documents(inner):
    rows = st.lists(st.fixed_dictionaries({"a": inner, "b": st.integers(), "c": st.lists(st.integers())}))
    return st.lists(inner) | st.dictionaries(KEYS, inner) | rows


@settings(suppress_health_check=[HealthCheck.too_slow])  # says how busy the machine is
@given(st.recursive(PLAIN | PLACES, documents))
def test_a_document_is_the_same_again(document):
    assert json.dumps(unfold(json.loads(json.dumps(fold(document))))) == json.dumps(document)


@pytest.mark.parametrize("column", [[1, True], [0, 0.0], [5, 6, 7], [[0], [1], [1, 2]], [[], [3]], [None, "="]])
def test_a_column_keeps_its_types(column):
    rows = [{"a": value} for value in column]
    assert json.dumps(unfold(fold(rows))) == json.dumps(rows)


def test_a_table_that_repeats_itself_becomes_small():
    row = {"op": "mul", "chain": [dict.fromkeys(PLACE, 1)]}
    rows = [{**row, "inputs": [at, at + 1], "clock": 7 + at} for at in range(99)]
    assert len(json.dumps(fold(rows))) < len(json.dumps(rows)) / 10


@pytest.mark.parametrize("many", [1, 2, 80, 90, 7000, 8000])
def test_a_column_of_many_values_is_the_same_again(many):
    rows = [{"a": f"value {number // 2 % many}"} for number in range(3 * many)]
    assert unfold(json.loads(json.dumps(fold(rows)))) == rows


def test_a_program_that_changes_leaves_the_rest_of_its_shelf_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "RECORDINGS", tmp_path)
    programs = {f"silent/program_{number}/main": {"asked": [number]} for number in range(40)}
    shelf = Shelf("silent/p", programs)
    assert shelf.write() and not shelf.write()
    before = shelf.path.read_text().splitlines()
    programs["silent/program_7/main"] = {"asked": ["another"]}
    assert shelf.write() and Shelf.read("silent/p").programs == programs
    after = shelf.path.read_text().splitlines()
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
