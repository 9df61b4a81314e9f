"""Edits leave all other text as it is; files are written as a whole, and only where nobody else has changed them."""

from __future__ import annotations

import subprocess

import pytest

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change, edited, made_in
from whygrad.fix.files import Files, Refused, has_uncommitted_changes
from whygrad.place import Place


def edit(line: int, column: int, end_line: int, end_column: int, text: str, file: str = "f") -> Edit:
    return Edit(Place(file, line, column, end_line, end_column, ""), text)


def test_edits_are_made_from_the_end_and_keep_the_line_ends():
    text = "a = 1\r\nb = 2  # kept\r\n"
    assert edited(text, [edit(2, 5, 2, 6, "3"), edit(1, 1, 1, 1, "x = 0\n")]) == "x = 0\r\na = 1\r\nb = 3  # kept\r\n"


def test_edits_that_overlap_are_refused():
    assert edited("abcdef", [edit(1, 1, 1, 4, "x"), edit(1, 3, 1, 5, "y")]) is None


def test_a_change_that_changes_nothing_is_none():
    assert made_in(Change("same", (edit(1, 1, 1, 2, "a"),)), {"f": "a"}) is None


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "train.py"
    path.write_bytes("# -*- coding: latin-1 -*-\nname = 'é'\nx = 1\n".encode("latin-1"))
    return path


def test_a_file_is_written_in_its_own_encoding(file):
    files = Files()
    text = files.read(str(file), None)
    files.write({str(file): text.replace("x = 1", "x = 2")}, allow_dirty=False)
    assert file.read_bytes().decode("latin-1").endswith("name = 'é'\nx = 2\n")


def test_a_file_that_was_changed_since_is_not_written(file):
    files = Files()
    text = files.read(str(file), None)
    file.write_text("other = 1\n")
    with pytest.raises(Refused, match="changed since"):
        files.write({str(file): text + "y = 1\n"}, allow_dirty=True)
    assert file.read_text() == "other = 1\n"


def test_a_file_that_the_run_has_read_otherwise_is_none(file):
    assert Files().read(str(file), "x = 5\n") is None


def git(folder, *words):
    subprocess.run(
        ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True, capture_output=True
    )


def test_a_file_with_uncommitted_changes_is_written_only_where_that_is_allowed(tmp_path):
    path = tmp_path / "train.py"
    path.write_text("x = 1\n")
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    path.write_text("x = 2\n")
    files = Files()
    files.read(str(path), None)
    with pytest.raises(Refused, match="--allow-dirty"):
        files.write({str(path): "x = 3\n"}, allow_dirty=False)
    assert path.read_text() == "x = 2\n"
    files.write({str(path): "x = 3\n"}, allow_dirty=True)
    git(tmp_path, "commit", "-am", "second")
    files = Files()
    files.read(str(path), None)
    files.write({str(path): "x = 4\n"}, allow_dirty=False)
    assert path.read_text() == "x = 4\n"


def test_where_one_of_several_files_is_refused_none_is_written(tmp_path):
    one, other = tmp_path / "a.py", tmp_path / "b.py"
    one.write_text("a\n")
    other.write_text("b\n")
    files = Files()
    files.read(str(one), None)
    files.read(str(other), None)
    other.write_text("c\n")
    with pytest.raises(Refused):
        files.write({str(one): "x\n", str(other): "y\n"}, allow_dirty=True)
    assert one.read_text() == "a\n"


def test_a_diff_has_names_that_patch_understands(tmp_path):
    path = tmp_path / "train.py"
    path.write_text("x = 1\ny = 2")
    files = Files()
    files.read(str(path), None)
    diff = files.diff({str(path): "x = 1\ny = 3"}, str(tmp_path))
    assert diff == (
        "--- a/train.py\n+++ b/train.py\n@@ -1,2 +1,2 @@\n x = 1\n"
        "-y = 2\n\\ No newline at end of file\n+y = 3\n\\ No newline at end of file\n"
    )


def test_a_file_that_git_ignores_or_cannot_tell_of_is_not_written(tmp_path, monkeypatch):
    path = tmp_path / "train.py"
    path.write_text("x = 1\n")
    (tmp_path / ".gitignore").write_text("train.py\n")
    git(tmp_path, "init")
    git(tmp_path, "add", ".gitignore")
    git(tmp_path, "commit", "-m", "first")
    assert has_uncommitted_changes(str(path))
    git(tmp_path, "add", "-f", "train.py")
    git(tmp_path, "commit", "-m", "second")
    assert not has_uncommitted_changes(str(path))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    assert not has_uncommitted_changes(str(path))
    (tmp_path / ".git" / "index").write_bytes(b"broken")
    assert has_uncommitted_changes(str(path))


def test_without_a_repository_every_file_may_be_written(tmp_path):
    (tmp_path / "train.py").write_text("x = 1\n")
    assert not has_uncommitted_changes(str(tmp_path / "train.py"))


def test_a_file_that_is_read_only_is_replaced_and_stays_so(file):
    files = Files()
    text = files.read(str(file), None)
    file.chmod(0o444)
    files.write({str(file): text + "y = 1\n"}, allow_dirty=True)
    assert file.read_bytes().endswith(b"y = 1\n")
    assert file.stat().st_mode & 0o777 == 0o444
