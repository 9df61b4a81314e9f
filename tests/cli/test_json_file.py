"""`--json` into whatever its name leads to: nothing hangs, a plain file is written whole, a failure is a sentence."""

from __future__ import annotations

import json
import os
import select
import stat
import threading
from pathlib import Path

import pytest
from conftest import World

from whygrad.cli import json_file
from whygrad.cli.json_file import write_json
from whygrad.whole_file import write_whole


@pytest.fixture
def ended(world: World) -> World:
    world.fake_session("finds nothing")
    world.write("main.py", "print('ran')\nraise SystemExit(4)")
    return world


def test_a_pipe_that_nobody_reads_is_a_sentence_and_no_wait(ended: World) -> None:
    os.mkfifo(ended.folder / "pipe")
    done = ended.whygrad("run", "--json", "pipe", "main.py")
    path = str(ended.folder / "pipe")
    assert done.stderr == f"whygrad: can't write the --json file {path!r}: it is a pipe that nobody reads\n"
    assert (done.stdout, done.returncode) == ("ran\n", 4)


def test_a_full_disk_is_a_sentence(ended: World) -> None:
    done = ended.whygrad("run", "--json", "/dev/full", "main.py")
    assert done.stderr == "whygrad: can't write the --json file '/dev/full': No space left on device\n"
    assert done.returncode == 4


def test_a_folder_that_the_program_removes_is_a_sentence(ended: World) -> None:
    (ended.folder / "results").mkdir()
    ended.write("main.py", "import shutil\nshutil.rmtree('results')\nraise SystemExit(4)")
    done = ended.whygrad("run", "--json", "results/out.json", "main.py")
    path = str(ended.folder / "results" / "out.json")
    assert done.stderr == f"whygrad: can't write the --json file {path!r}: No such file or directory\n"
    assert done.returncode == 4


def test_a_pipe_that_is_put_in_the_place_of_the_file_is_not_waited_for(ended: World) -> None:
    ended.write("main.py", "import os\nos.unlink('out.json')\nos.mkfifo('out.json')\nraise SystemExit(4)")
    done = ended.whygrad("run", "--json", "out.json", "main.py")
    assert "it is a pipe that nobody reads" in done.stderr and done.returncode == 4


def test_json_goes_to_standard_output_by_its_name(ended: World) -> None:
    done = ended.whygrad("run", "--json", "/dev/stdout", "main.py")
    ran, _, document = done.stdout.partition("\n")
    assert ran == "ran" and json.loads(document)["exit"] == 4


def test_a_reader_that_takes_nothing_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(json_file, "PATIENCE", 0.01)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_json(str(path), "x" * 10_000_000)
    os.close(reader)
    assert capsys.readouterr().err.endswith("the process at its other end does not read\n")


def test_a_slow_reader_gets_all(tmp_path: Path, capsys) -> None:
    path, text = tmp_path / "pipe", "0123456789" * 100_000
    os.mkfifo(path)
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    writer = threading.Thread(target=write_json, args=(str(path), text))
    writer.start()
    select.select((handle,), (), ())
    os.set_blocking(handle, True)
    with open(handle, encoding="utf-8") as reader:
        assert reader.read() == text
    writer.join()
    assert capsys.readouterr().err == ""


def test_a_reader_of_a_plain_file_sees_all_of_it_or_what_was_there_before(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")
    seen = []
    replace = os.replace
    monkeypatch.setattr(os, "replace", lambda *paths: (seen.append(path.read_text()), replace(*paths)))
    write_json(str(path), "after")
    assert (seen, path.read_text(), os.listdir(tmp_path)) == (["before"], "after", ["out.json"])


def test_a_write_that_fails_leaves_what_was_there_and_nothing_else(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError):
        write_whole(path, "after")
    assert (path.read_text(), os.listdir(tmp_path)) == ("before", ["out.json"])


def test_a_file_keeps_its_rights_and_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "real.json", tmp_path / "link.json"
    path.touch(mode=0o640)
    os.chmod(path, 0o640)
    link.symlink_to(path)
    write_json(str(link), "text")
    assert link.is_symlink() and path.read_text() == "text"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_file_that_cannot_be_replaced_is_written_in_its_place(tmp_path: Path, monkeypatch) -> None:
    """One that is mounted by itself, or lies in a folder that is somebody else's."""
    path = tmp_path / "out.json"
    path.write_text("a longer text from before")

    def busy(*_: object) -> None:
        raise OSError(16, "Device or resource busy")

    monkeypatch.setattr(os, "replace", busy)
    write_json(str(path), "after")
    assert (path.read_text(), os.listdir(tmp_path)) == ("after", ["out.json"])


def test_a_dash_is_standard_output(ended: World) -> None:
    done = ended.whygrad("run", "--json", "-", "main.py")
    ran, _, document = done.stdout.partition("\n")
    assert ran == "ran" and json.loads(document)["exit"] == 4 and done.returncode == 4
    assert not (ended.folder / "-").exists()
