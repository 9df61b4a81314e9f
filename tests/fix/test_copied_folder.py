"""The copy of the working directory that a trial runs in with `--scratch`."""

from __future__ import annotations

import os

import pytest

from whygrad.fix.copied_folder import Uncopied, copy_folder, moved
from whygrad.fix.trial import Asked


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "work"
    (made / "inner").mkdir(parents=True)
    (made / "inner" / "a.py").write_text("x = 1\n")
    return made


def test_what_no_program_changes_is_left_out(folder, tmp_path):
    for name in (".git", "__pycache__", "env", "whygrad-fix-1"):
        (folder / name).mkdir()
    (folder / "env" / "pyvenv.cfg").write_text("")
    copy_folder(str(folder), str(tmp_path / "copy"))
    assert [p.name for p in (tmp_path / "copy").iterdir()] == ["inner"]
    assert (tmp_path / "copy" / "inner" / "a.py").read_text() == "x = 1\n"


def test_a_copy_inside_of_the_folder_does_not_copy_itself(folder):
    copy_folder(str(folder), str(folder / "whygrad-fix-2" / "copy"))
    assert os.listdir(folder / "whygrad-fix-2" / "copy") == ["inner"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipes_stay_out_and_links_lead_where_they_led(folder, tmp_path):
    os.mkfifo(folder / "pipe")
    (tmp_path / "data").write_text("far")
    (folder / "inner" / "data").symlink_to("../../data")
    (folder / "near").symlink_to("inner/a.py")
    (folder / "dead").symlink_to("nowhere")
    copy_folder(str(folder), str(tmp_path / "some" / "copy"))
    copy = tmp_path / "some" / "copy"
    assert sorted(os.listdir(copy)) == ["dead", "inner", "near"]
    assert (copy / "inner" / "data").read_text() == "far"
    assert os.readlink(copy / "near") == "inner/a.py"


def test_a_folder_that_cannot_be_copied_is_told_in_a_line(folder, tmp_path):
    with pytest.raises(Uncopied, match="can't copy"):
        copy_folder(str(tmp_path / "missing"), str(tmp_path / "copy"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [("train.py", "train.py"), ("/w/train.py", "/c/train.py"), ("../train.py", "/train.py"), ("/o/t.py", "/o/t.py")],
)
def test_the_program_is_the_one_in_the_copy_or_the_one_outside(name, expected):
    assert Asked(name, False, ()).in_copy("/w", "/c").name == expected
    assert Asked("pack.age", True, ()).in_copy("/w", "/c").name == "pack.age"
    assert moved("/word/x", "/w", "/c") == "/word/x"
