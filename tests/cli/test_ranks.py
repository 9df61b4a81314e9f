"""Processes of one launch tell a finding once; a stranger on the machine can neither silence nor misuse them."""

from __future__ import annotations

import os
import stat
import tempfile
import time
from pathlib import Path

import pytest
from conftest import World

from whygrad.cli import private_folder as private_folder_module
from whygrad.cli import ranks
from whygrad.cli.private_folder import private_folder
from whygrad.cli.ranks import first_of_all_ranks
from whygrad.diagnostic import Diagnostic

FOUND = Diagnostic("some-cause", "error", "a message", None)
OTHER = Diagnostic("some-cause", "error", "another \ud800 message", None)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One of two processes of a launch, whose user has a home and nothing else."""
    for name in ("XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    settings = {"HOME": str(tmp_path), "WORLD_SIZE": "2", "MASTER_PORT": "29500"}
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return tmp_path


def shared(home: Path) -> Path:
    return home / ".cache" / "whygrad"


def next_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that began just now, from the same shell and with the same port."""
    monkeypatch.setattr(ranks, "STARTED", time.time())


def test_what_another_process_of_the_launch_has_told_is_not_told_again(home: Path) -> None:
    assert first_of_all_ranks([FOUND]) == [FOUND]
    assert first_of_all_ranks([FOUND, OTHER]) == [OTHER]


def test_the_next_launch_from_the_same_shell_tells_again_and_once(home: Path, monkeypatch) -> None:
    for _ in range(3):
        next_launch(monkeypatch)
        assert first_of_all_ranks([FOUND]) == [FOUND]
        assert first_of_all_ranks([FOUND]) == []


def test_a_process_begins_when_the_system_says_so_and_now_where_it_talks_nonsense(monkeypatch) -> None:
    assert 0 <= time.time() - ranks._started() < ranks.LONGEST_START
    monkeypatch.setattr(time, "clock_gettime", lambda _: 1e9)
    assert abs(time.time() - ranks._started()) < 60
    monkeypatch.delattr(time, "clock_gettime")
    assert abs(time.time() - ranks._started()) < 60


def test_two_processes_tell_once_in_each_of_two_launches(world: World) -> None:
    world.fake_session("finds", FAKE_FILE=str(world.folder / "main.py"))
    world.settings.update(WORLD_SIZE="2", MASTER_PORT="29500", HOME=str(world.folder), XDG_RUNTIME_DIR="")
    waiting = """
        import os, pathlib, time
        pathlib.Path(f"started.{os.getpid()}").touch()
        while len(list(pathlib.Path().glob("started.*"))) % 2:  # both have started before either ends
            time.sleep(0.01)
    """
    world.write("main.py", waiting)
    for _ in range(2):
        processes = [world.start("-m", "whygrad", "run", "main.py") for _ in range(2)]
        told = [process.communicate(timeout=60)[1] for process in processes]
        assert sorted(text.count("a fake error") for text in told) == [0, 1]


def test_the_folder_is_the_users_own_and_nothing_is_made_among_temporary_files(home: Path, monkeypatch) -> None:
    temporary = home / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv("TMPDIR", str(temporary))
    first_of_all_ranks([FOUND])
    assert stat.S_IMODE(shared(home).stat().st_mode) == 0o700
    assert {stat.S_IMODE(claim.stat().st_mode) for claim in shared(home).iterdir()} == {0o600}
    assert list(temporary.iterdir()) == []


def test_a_link_in_the_place_of_the_folder_is_not_followed(home: Path) -> None:
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    shared(home).parent.mkdir()
    shared(home).symlink_to(elsewhere)
    assert first_of_all_ranks([FOUND]) == first_of_all_ranks([FOUND]) == [FOUND]
    assert list(elsewhere.iterdir()) == []


def test_a_folder_of_another_owner_is_not_used(home: Path, monkeypatch) -> None:
    shared(home).mkdir(parents=True)
    owner = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert first_of_all_ranks([FOUND]) == first_of_all_ranks([FOUND]) == [FOUND]
    assert list(shared(home).iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_no_failure(home: Path) -> None:
    shared(home).parent.mkdir()
    shared(home).write_text("not ours")
    assert first_of_all_ranks([FOUND]) == [FOUND]
    assert shared(home).read_text() == "not ours"


def test_a_link_in_the_place_of_a_claim_is_not_followed(home: Path) -> None:
    first_of_all_ranks([FOUND])
    [claim] = shared(home).iterdir()
    claim.unlink()
    victim = home / "victim"
    claim.symlink_to(victim)
    assert first_of_all_ranks([FOUND]) == [FOUND]  # it cannot be read, so that all is told
    assert not victim.exists()


def test_a_folder_that_others_could_open_is_closed_to_them(home: Path) -> None:
    shared(home).mkdir(parents=True)
    shared(home).chmod(0o777)
    first_of_all_ranks([FOUND])
    assert stat.S_IMODE(shared(home).stat().st_mode) == 0o700


def test_old_claims_are_removed(home: Path) -> None:
    first_of_all_ranks([FOUND])
    [claim] = shared(home).iterdir()
    os.utime(claim, (0, 0))
    first_of_all_ranks([OTHER])
    assert claim not in shared(home).iterdir()


def test_without_a_home_each_process_tells_by_itself(home: Path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(home / "missing"))
    assert first_of_all_ranks([FOUND]) == first_of_all_ranks([FOUND]) == [FOUND]
    assert not (home / "missing").exists()


def test_where_users_have_no_numbers_claims_are_made_by_path(home: Path, monkeypatch) -> None:
    """As on Windows, where there are neither user ids nor handles of folders."""
    monkeypatch.delattr(os, "getuid")
    monkeypatch.setattr(private_folder_module, "NOT_THROUGH_LINKS", 0)
    with private_folder() as folder:
        assert folder is not None and folder._handle is None
    assert first_of_all_ranks([FOUND]) == [FOUND]
    assert first_of_all_ranks([FOUND]) == []


@pytest.mark.parametrize("size", ["two", "2.0", "²", "0x2", "\x1b[31m"])
def test_a_world_size_that_is_no_number_is_a_sentence(world: World, size: str) -> None:
    world.fake_session("finds", FAKE_FILE=str(world.folder / "main.py"))
    world.settings.update(WORLD_SIZE=size, MASTER_PORT="29500", RANK=size)
    world.write("main.py", "raise SystemExit(5)")
    done = world.whygrad("run", "main.py")
    assert f"whygrad: WORLD_SIZE is {size!r}, which is not a number: this process reports everything" in done.stderr
    assert "a fake error" in done.stderr and "Traceback" not in done.stderr and "\x1b" not in done.stderr
    assert done.returncode == 5


def test_an_empty_world_size_is_one_process(home: Path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("WORLD_SIZE", "")
    assert first_of_all_ranks([FOUND]) == first_of_all_ranks([FOUND]) == [FOUND]
    assert capsys.readouterr().err == ""
