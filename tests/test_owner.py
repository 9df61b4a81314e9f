"""Whose code a file is, also where it is reached by a link."""

from __future__ import annotations

import os

import pytest

from whygrad.source.owner import Ownership


@pytest.fixture
def ownership(tmp_path):
    for folder in ("library", "program"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "code.py").write_text("")
    return Ownership(libraries=(str(tmp_path / "library"),))


def test_files_are_told_apart(ownership, tmp_path):
    assert ownership[str(tmp_path / "program" / "code.py")]
    assert not ownership[str(tmp_path / "library" / "code.py")]


def test_a_linked_folder_is_what_it_leads_to(ownership, tmp_path):
    (tmp_path / "folder").symlink_to("library")
    assert not ownership[str(tmp_path / "folder" / "code.py")]


def test_a_linked_file_is_what_it_leads_to(ownership, tmp_path):
    (tmp_path / "program" / "borrowed.py").symlink_to("../library/code.py")
    assert ownership[str(tmp_path / "program" / "code.py")]  # its folder is known by then
    assert not ownership[str(tmp_path / "program" / "borrowed.py")]


def test_a_relative_name_counts_from_where_the_program_is(ownership, tmp_path, monkeypatch):
    found = []
    for folder in ("program", "library"):
        monkeypatch.chdir(tmp_path / folder)
        found.append(ownership[os.path.join(".", f"{folder}.py")])
    assert found == [True, False]


def test_packages_of_another_environment_are_a_library_unless_they_are_named(tmp_path):
    folder = tmp_path / "other" / "lib" / "python3" / "site-packages"
    assert not Ownership()[str(folder / "numpy" / "linalg.py")]
    assert Ownership(own=(str(folder / "mine"),))[str(folder / "mine" / "train.py")]
    assert Ownership()[str(tmp_path / "site-packages.py")]
