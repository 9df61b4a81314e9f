"""What a run leaves behind decides whether trials run side by side."""

from __future__ import annotations

from whygrad.fix import footprints
from whygrad.fix.footprints import footprint, has_written


def test_a_file_that_is_new_or_changed_is_seen_and_a_cache_is_not(tmp_path):
    (tmp_path / "a").write_text("1")
    before = footprint(str(tmp_path))
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_text("")
    assert not has_written(before, footprint(str(tmp_path)))
    (tmp_path / "b").write_text("1")
    assert has_written(before, footprint(str(tmp_path)))


def test_of_a_folder_with_too_many_files_nobody_can_tell(tmp_path, monkeypatch):
    monkeypatch.setattr(footprints, "MOST", 0)
    (tmp_path / "a").write_text("1")
    assert footprint(str(tmp_path)) is None
    assert has_written(None, None)
