"""The files of the program's other modules are found by their folders, among thousands."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace

import pytest

from whygrad.record.copying import own_modules
from whygrad.record.copying.own_modules import LoadedFiles


@pytest.fixture
def modules(monkeypatch):
    """How to load modules of these files, and all that are loaded."""
    loaded: dict[str, ModuleType] = {}
    monkeypatch.setattr(own_modules, "sys", SimpleNamespace(modules=loaded))

    def load(*files: str | None) -> None:
        for file in files:
            loaded[f"m{len(loaded)}"] = module = ModuleType("m")
            module.__file__ = file

    return load, loaded


def test_a_file_is_in_a_folder_or_below_it_and_is_found_once(modules):
    load, _ = modules
    known = LoadedFiles()
    load("/a/one.py", "/a/b/two.py", "/ab/three.py", "/c/a/four.py", "/a/extension.so", None, "/a/b\0.py")
    assert sorted(known.below({"/a/", "/a/b/"})) == ["/a/b/two.py", "/a/one.py"]
    assert known.below(["/b/"]) == []


def test_what_is_loaded_later_is_found_and_what_is_gone_is_not(modules):
    load, loaded = modules
    known = LoadedFiles()
    assert known.files() == known.below(["/a/"]) == []
    load("/a/one.py")
    assert known.files() == known.below(["/a/"]) == ["/a/one.py"]
    load("/a/two.py")
    assert known.files() == ["/a/one.py", "/a/two.py"]
    del loaded["m0"]
    assert known.below(["/a/"]) == ["/a/two.py"]
