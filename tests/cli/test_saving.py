"""`whygrad run --save` keeps a run in a file, and `whygrad show` diagnoses it again: elsewhere, and without torch."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import pickle
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import World
from hand_made import Sketch
from programs import start_command

from whygrad import diagnose, saved_run
from whygrad.evidence.passes import PutValues
from whygrad.saved_run import NotASavedRun, SavedRun, load, save

PROGRAM = """
import os, sys
import torch

secret = os.environ.get("TOKEN", "none")
net = torch.nn.Linear(2, 1)
loss = net(torch.ones(3, 2)).detach().mean()
loss.backward()
"""
NO_TORCH = """
import sys

class Refuses:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] == "torch":
            raise ImportError("without it")

sys.meta_path.insert(0, Refuses())
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> tuple[World, str]:
    """A world in which a run was saved, and what was told of it."""
    world = World(tmp_path_factory.mktemp("recorded"), {"TOKEN": "hunter2"}, forks=True)
    world.write("project/train.py", PROGRAM)
    ended = world.whygrad("run", "--save", "run.whygrad", "project/train.py", "--password", "swordfish")
    assert ended.returncode == 1
    return world, ended.stderr


@pytest.fixture
def saved(world: World, recorded: tuple[World, str]) -> Path:
    """The same file, where nothing else is."""
    return Path(shutil.copy(recorded[0].folder / "run.whygrad", world.folder))


def unpacked(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def forge(path: Path, change) -> None:
    """Change the file as one does who knows how it is made."""
    header, _, body = unpacked(path).partition("\n")
    document = json.loads(body)
    change(document)
    body = json.dumps(document)
    words = [*header.split(" ")[:3], hashlib.sha256(body.encode()).hexdigest()]
    path.write_bytes(gzip.compress(f"{' '.join(words)}\n{body}".encode()))


def diagnostic_in(text: str) -> str:
    return text[text.index("error[") :]


def test_a_saved_run_is_shown_as_it_was_told_without_torch_and_without_the_program(world, saved, recorded) -> None:
    world.write("elsewhere/sitecustomize.py", NO_TORCH)
    world.settings["PYTHONPATH"] = world.environment["PYTHONPATH"] + f"{os.pathsep}{world.folder / 'elsewhere'}"
    assert world.python("-c", "import torch").returncode == 1
    shown = world.whygrad("show", "run.whygrad")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert diagnostic_in(shown.stdout) == diagnostic_in(recorded[1])
    assert shown.stdout.startswith("recorded with whygrad ")
    assert "the program ended with RuntimeError: element 0" in shown.stdout


def test_a_saved_run_names_no_folder_no_variable_and_no_argument(recorded, saved: Path) -> None:
    content = unpacked(saved)
    assert "project/train.py" in content
    for secret in (str(recorded[0].folder), "hunter2", "swordfish", "--password"):
        assert secret not in content


def test_arguments_are_kept_where_they_are_asked_for(loaded: World) -> None:
    loaded.write("train.py", PROGRAM)
    loaded.whygrad("run", "--save=run.whygrad", "--save-arguments", "train.py", "--epochs", "3")
    assert "arguments: --epochs 3\n" in loaded.whygrad("show", "run.whygrad").stdout


def test_evidence_that_has_sources_of_its_own_is_saved_as_it_is(tmp_path: Path) -> None:
    sketch = Sketch()
    row, weight = sketch.leaf("row"), sketch.leaf("weight")
    put = PutValues(row, (weight,), sketch.line("row.data.copy_(weight)"))
    recording = replace(sketch.recording(row), evidence=(put,))
    save(SavedRun("0", "0", "3", "", "", (), None, ((recording,),), ()), tmp_path / "run.whygrad", {})
    assert load(tmp_path / "run.whygrad").recordings == (recording,)


def test_without_source_no_line_of_it_is_kept_and_the_place_is_still_named(loaded: World) -> None:
    loaded.write("train.py", PROGRAM)
    loaded.whygrad("run", "--save", "run.whygrad", "--no-source", "train.py")
    assert "torch.ones(3" not in unpacked(loaded.folder / "run.whygrad")
    shown = loaded.whygrad("show", "run.whygrad").stdout
    assert "error[detached-tensor]" in shown and "train.py:6:" in shown
    assert "torch.ones(3" not in shown  # nor is it read from the file of that name that lies here


def test_without_source_a_constructor_is_named_by_its_operation(loaded: World) -> None:
    loaded.write(
        "train.py", "import torch\nw = torch.ones(3, requires_grad=True)\ntorch.tensor([w.sum()]).backward()\n"
    )
    loaded.whygrad("run", "--save", "run.whygrad", "--no-source", "train.py")
    assert "`tensor` copies values into" in " ".join(loaded.whygrad("show", "run.whygrad").stdout.split())


@pytest.mark.parametrize(("rank", "file"), [("0", "run.whygrad"), ("1", "run.rank1.whygrad"), ("x", "run.whygrad")])
def test_each_rank_has_its_own_file(world: World, rank: str, file: str) -> None:
    world.fake_session("finds nothing")
    world.settings["RANK"] = rank
    world.write("train.py", "")
    world.whygrad("run", "--save", "run.whygrad", "train.py")
    assert [path.name for path in world.folder.glob("*.whygrad")] == [file]


def test_a_program_that_is_right_has_nothing_to_show(loaded: World) -> None:
    loaded.write("train.py", "import torch\ntorch.ones(1, requires_grad=True).sum().backward()")
    assert loaded.whygrad("run", "--save", "run.whygrad", "train.py").returncode == 0
    assert loaded.whygrad("show", "run.whygrad").stdout.endswith("no lost gradient found\n")


class Runs:
    def __reduce__(self):
        return (open, ("was_executed", "w"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"import os",
        gzip.compress(b""),
        gzip.compress(b"{}"),
        pickle.dumps(Runs()),
        gzip.compress(pickle.dumps(Runs())),
        gzip.compress(b"whygrad-run 0.1 0.0.1 0\n{}"),
    ],
    ids=["empty", "a program", "empty gzip", "other json", "pickle", "packed pickle", "old format"],
)
def test_a_foreign_file_gets_one_sentence_and_nothing_is_executed(world: World, content: bytes) -> None:
    (world.folder / "run.whygrad").write_bytes(content)
    shown = world.whygrad("show", "run.whygrad")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert re.fullmatch(r"whygrad: 'run\.whygrad' was (not )?written by .*\n", shown.stderr)
    assert not (world.folder / "was_executed").exists()


@pytest.mark.parametrize("how", ["flipped", "cut", "edited", "longer", "twice"])
def test_a_file_that_was_changed_gets_one_sentence(world: World, saved: Path, how: str) -> None:
    content = saved.read_bytes()
    middle = len(content) // 2
    changed = {
        "flipped": content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :],
        "cut": content[:middle],
        "edited": gzip.compress(gzip.decompress(content).replace(b"detach", b"attach")),
        "longer": content + b"more",
        "twice": content + content,
    }
    saved.write_bytes(changed[how])
    shown = world.whygrad("show", "run.whygrad")
    assert (shown.returncode, shown.stdout, shown.stderr.count("\n")) == (2, "", 1)
    assert re.match(r"whygrad: 'run\.whygrad' is (damaged|incomplete) ?,? ?or was ", shown.stderr)


def _first(document):
    return document["run"]["stages"][0][0]


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.clear(),
        lambda d: d.update(run=[]),
        lambda d: d.update(texts=7),
        lambda d: d["run"].update(stages={}),
        lambda d: d["run"].update(more=1),
        lambda d: d["run"].update(whygrad=7),
        lambda d: d["texts"].update(dict.fromkeys(d["texts"], 7)),
        lambda d: _first(d)["query"].update(roots=[10**6]),
        lambda d: _first(d)["query"].update(kind="exec"),
        lambda d: _first(d)["nodes"][0].update(inputs=[0]),
        lambda d: _first(d).update(evidence=[{"evidence": "os.system"}]),
    ],
)
def test_a_forged_file_gets_one_sentence(world: World, saved: Path, change) -> None:
    forge(saved, change)
    shown = world.whygrad("show", "run.whygrad")
    assert (shown.returncode, shown.stdout, shown.stderr.count("\n")) == (2, "", 1)
    assert shown.stderr.startswith("whygrad: 'run.whygrad' is damaged: ")


def test_a_forged_file_cannot_show_files_of_this_machine_or_write_to_the_terminal(world: World, saved: Path) -> None:
    secret = world.write("secret.py", "\n" * 5 + "mine = 'private'\n")

    def point_at_it(document) -> None:
        for node in _first(document)["nodes"]:
            for place in node["chain"]:
                place["file"] = str(secret)
        document["run"]["error"] = "\x1b[2J gone"

    forge(saved, point_at_it)
    shown = world.whygrad("show", "run.whygrad")
    assert "private" not in shown.stdout and "\x1b" not in shown.stdout


def test_a_file_that_is_not_there_gets_one_sentence(world: World) -> None:
    shown = world.whygrad("show", "run.whygrad")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr == "whygrad: can't read 'run.whygrad': No such file or directory\n"


@pytest.mark.parametrize("what", ["pipe", "device", "directory"])
def test_what_is_not_a_file_gets_one_sentence(world: World, what: str) -> None:
    path = world.folder / "run.whygrad"
    if what == "pipe":
        os.mkfifo(path)
    elif what == "device":
        path.symlink_to(os.devnull)
    else:
        path.mkdir()
    shown = world.whygrad("show", "run.whygrad")
    said = "is a directory" if what == "directory" else "is a pipe or a device, not a file"
    assert (shown.returncode, shown.stdout, shown.stderr) == (2, "", f"whygrad: 'run.whygrad' {said}\n")


def test_a_file_is_not_unpacked_beyond_a_limit(saved: Path, monkeypatch) -> None:
    monkeypatch.setattr(saved_run, "LARGEST", 5000)
    header = gzip.decompress(saved.read_bytes()).partition(b"\n")[0]
    saved.write_bytes(gzip.compress(header + b"\n" + bytes(100_000)))
    with pytest.raises(NotASavedRun, match="unpacks to more than 5,000 bytes"):
        load(saved)
    saved.write_bytes(bytes(5001))
    with pytest.raises(NotASavedRun, match="has more than 5,000 bytes"):
        load(saved)


def test_a_forged_line_stays_one_line(world: World, saved: Path) -> None:
    forge(saved, lambda document: document["run"].update(torch="2.13.0\nwhygrad: all is well"))
    assert "torch 2.13.0\\x0awhygrad: all is well" in world.whygrad("show", "run.whygrad").stdout


def test_a_pipe_gets_the_file_and_stays_a_pipe(world: World) -> None:
    world.fake_session("finds nothing")
    world.write("train.py", "")
    path = world.folder / "run.whygrad"
    os.mkfifo(path)
    assert "it is a pipe that nobody reads" in world.whygrad("run", "--save", "run.whygrad", "train.py").stderr
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    world.whygrad("run", "--save", "run.whygrad", "train.py")
    (world.folder / "copy.whygrad").write_bytes(os.read(reader, 1 << 16))
    os.close(reader)
    assert path.is_fifo()
    assert world.whygrad("show", "copy.whygrad").stdout.endswith("no lost gradient found\n")


def test_a_program_is_not_overwritten(world: World) -> None:
    world.write("train.py", PROGRAM)
    ended = world.whygrad("run", "--save", "train.py", "train.py")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "--save would overwrite the program 'train.py'" in ended.stderr


def test_an_internal_error_offers_a_saved_run_which_tells_where_it_was(loaded: World) -> None:
    loaded.write("train.py", PROGRAM)
    out = loaded.folder / "out"

    def told(*words: str) -> str:
        start_command(loaded.folder, out, ["run", *words, "train.py"], prepare=broken)()
        return (out / "stderr").read_text()

    def broken() -> None:
        os.environ["WHYGRAD_TESTING"] = ""
        diagnose.decide = None  # type: ignore[assignment]

    attach = "please report it and attach the file that `whygrad run --save run.whygrad ...` writes"
    assert attach in told().splitlines()[-1]
    assert f"please report it and attach {loaded.folder / 'run.whygrad'}" in told("--save", "run.whygrad")
    shown = loaded.whygrad("show", "run.whygrad").stdout
    assert "whygrad failed with TypeError: 'NoneType' object is not callable\n  at whygrad/" in shown
    assert "error[detached-tensor]" in shown  # what was recorded is whole, and this whygrad is
