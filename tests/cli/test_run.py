"""What `whygrad run` adds to a program: diagnostics on stderr, a JSON file, and clear refusals."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from conftest import World
from programs import run_program


@pytest.fixture
def finding(world: World) -> World:
    """A world whose session finds one error, one warning and one note in main.py."""
    world.fake_session("finds", FAKE_FILE=str(world.folder / "main.py"), FAKE_LOG=str(world.folder / "log"))
    return world


def written(world: World, name: str = "out.json") -> dict[str, object]:
    document = json.loads((world.folder / name).read_text(encoding="utf-8"))
    assert isinstance(document, dict)
    return document


def test_errors_and_warnings_follow_the_traceback_and_notes_stay_out(finding: World) -> None:
    finding.write("main.py", "raise ValueError('mine')")
    plain, ended = finding.python("main.py"), finding.whygrad("run", "main.py")
    assert ended.stderr.startswith(plain.stderr)
    told = ended.stderr.removeprefix(plain.stderr)
    assert told.index("a fake error") < told.index("a fake warning")
    assert "a fake note" not in told
    assert ended.stdout == "" and ended.returncode == 1


def test_the_session_sees_the_failure_before_it_is_stopped(finding: World) -> None:
    finding.write("main.py", "raise ValueError('mine')")
    finding.whygrad("run", "main.py")
    log = (finding.folder / "log").read_text(encoding="utf-8").splitlines()
    assert log == ["made", "start", "failed ValueError in main.py", "stop"]


@pytest.mark.parametrize(("status", "told"), [(0, []), (3, ["gave up"])])
def test_an_exit_is_no_failure_for_the_session(finding: World, status: int, told: list[str]) -> None:
    finding.write("main.py", f"raise SystemExit({status})")
    assert finding.whygrad("run", "main.py").returncode == status
    assert (finding.folder / "log").read_text(encoding="utf-8").splitlines() == ["made", "start", *told, "stop"]


def test_the_json_file_is_the_one_meant_at_the_start(finding: World) -> None:
    finding.write("main.py", "import os\nos.mkdir('other')\nos.chdir('other')\nraise ValueError('one\\ntwo')")
    finding.whygrad("run", "--json=out.json", "main.py")
    document = written(finding)
    assert document["exit"] == 1
    assert document["error"] == "ValueError: one"
    assert document["torch"] == "9.9"
    findings = document["findings"]
    assert isinstance(findings, list)
    assert [found["severity"] for found in findings] == ["error", "warning", "note"]
    assert findings[0]["site"]["file"] == "main.py"


@pytest.mark.parametrize(
    ("text", "status", "error"),
    [
        ("pass", 0, None),
        ("raise SystemExit(300)", 44, None),
        ("raise SystemExit('text')", 1, None),
        ("raise KeyboardInterrupt", 130, "KeyboardInterrupt"),
        ("class Stop(KeyboardInterrupt): pass\nraise Stop", 1, "Stop"),
        ("def", 1, "SyntaxError: invalid syntax (main.py, line 1)"),
    ],
)
def test_the_json_file_tells_how_the_program_ended(finding: World, text: str, status: int, error: str | None) -> None:
    finding.write("main.py", text)
    ended = finding.whygrad("run", "--json", "out.json", "main.py")
    assert (written(finding)["exit"], written(finding)["error"]) == (status, error)
    assert ended.returncode in (status, status - 132)


def test_an_interrupt_while_torch_is_imported_ends_like_one_in_the_program(world: World) -> None:
    world.fake_session("interrupted")
    world.write("main.py", "print('started')")
    ended = world.whygrad("run", "--json", "out.json", "main.py")
    assert ended.stdout == "" and ended.returncode == -2
    assert "whygrad" + os.sep not in ended.stderr
    assert written(world)["exit"] == 130


@pytest.mark.parametrize("does", ["start fails", "stop fails", "failed and stop fail", "diagnoses fail"])
def test_a_failure_of_ours_is_one_line_and_nothing_else(world: World, does: str) -> None:
    world.fake_session(does)
    world.settings["WHYGRAD_TESTING"] = ""
    world.write("main.py", "print('runs')\nraise ValueError('mine')")
    plain, ended = world.python("main.py"), world.whygrad("run", "--json", "out.json", "main.py")
    assert (ended.stdout, ended.returncode) == (plain.stdout, 1)
    lines = [line for line in ended.stderr.splitlines() if line not in plain.stderr.splitlines()]
    assert len(lines) == 1
    assert re.fullmatch(
        "whygrad: internal error, nothing was diagnosed: RuntimeError: no luck; please report .*; "
        "your program was not affected",
        lines[0],
    )
    assert (written(world)["findings"], written(world)["internal_error"]) == ([], "RuntimeError: no luck")


def test_a_failure_of_ours_is_raised_in_our_tests(world: World) -> None:
    world.fake_session("stop fails")
    world.write("main.py", "pass")
    ended = world.whygrad("run", "main.py")
    assert ended.stderr.endswith("RuntimeError: no luck\n") and "internal error" not in ended.stderr
    assert ended.returncode == 1


def test_our_late_imports_do_not_find_the_programs_files(finding: World) -> None:
    finding.write("rich.py", "raise SystemError('not meant for us')")
    finding.write("main.py", "print('runs')")
    ended = finding.whygrad("run", "main.py")
    assert "a fake error" in ended.stderr and ended.returncode == 0


def test_a_missing_script_is_one_line_and_status_2(world: World) -> None:
    ended = world.whygrad("run", "--json", "out.json", "no.py")
    path = str(world.folder / "no.py")
    assert ended.stderr == f"whygrad: can't open file {path!r}: [Errno 2] No such file or directory\n"
    assert ended.returncode == world.python("no.py").returncode == 2
    assert not (world.folder / "out.json").exists()


@pytest.mark.parametrize("target", ["no/such/out.json", "folder", "main.py", "main.py/out.json"])
def test_a_json_file_that_cannot_be_written_is_refused_before_the_program_starts(world: World, target: str) -> None:
    (world.folder / "folder").mkdir()
    world.write("main.py", "print('started')")
    ended = world.whygrad("run", "--json", target, "main.py")
    assert ended.stdout == "" and ended.returncode == 2
    assert ended.stderr.startswith("whygrad: ") and ended.stderr.count("\n") == 1 and target in ended.stderr
    assert (world.folder / "main.py").read_text(encoding="utf-8") == "print('started')"


def test_json_can_go_into_a_named_pipe(world: World) -> None:
    os.mkfifo(world.folder / "pipe")
    world.write("main.py", "pass")
    process = world.start("-m", "whygrad", "run", "--json", "pipe", "main.py")
    assert json.loads((world.folder / "pipe").read_text(encoding="utf-8"))["exit"] == 0
    assert process.communicate(timeout=60) == ("", "")


@pytest.mark.parametrize(
    ("version", "words"),
    [(None, "pip install torch"), ("2.3.1", "torch 2.3.1 is too old"), ("1.13.0", "torch 1.13.0 is too old")],
)
def test_a_torch_that_cannot_be_watched_is_one_line_and_status_2(world: World, version: str | None, words: str) -> None:
    site = torch_of(world.folder, version)
    world.write("main.py", "print('started')")
    start = f"import sys; sys.path[:] = [p for p in sys.path if 'site-packages' not in p] + [{str(site)!r}]\n"
    ended = world.python("-c", start + "from whygrad.cli import main; sys.exit(main(['run', 'main.py']))")
    assert ended.stderr.startswith("whygrad: ") and ended.stderr.count("\n") == 1 and words in ended.stderr
    assert (ended.stdout, ended.returncode) == ("", 2)


def torch_of(folder: Path, version: str | None) -> Path:
    site = folder / "site"
    (site / "torch").mkdir(parents=True)  # a mere folder of that name is no torch
    if version is not None:
        (site / "torch" / "__init__.py").touch()
        (site / f"torch-{version}.dist-info").mkdir()
        metadata = f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n"
        (site / f"torch-{version}.dist-info" / "METADATA").write_text(metadata, encoding="utf-8")
    return site


@pytest.mark.filterwarnings("default")
def test_notes_are_told_only_where_they_are_asked_for(tmp_path):
    text = "import torch\nh = torch.ones(2, requires_grad=True) * 2\nh.sum().backward()\nprint(h.grad)\n"
    (tmp_path / "main.py").write_text(text)
    for option, expected in (([], False), (["--notes"], True)):
        done = run_program(tmp_path, tmp_path / "out", *option, "main.py")
        assert (done.status, done.stdout) == (0, "None\n")
        assert ("note[torch-warning]" in done.stderr) == expected


LEAKING = """
import torch

class Keeping(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.out = x.exp()
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.out

Keeping.apply(torch.ones(2, requires_grad=True)).sum().backward()
"""


def test_a_function_that_keeps_its_own_output_is_noted(tmp_path):
    (tmp_path / "main.py").write_text(LEAKING)
    done = run_program(tmp_path, tmp_path / "out", "--notes", "main.py")
    assert done.status == 0
    assert "note: `Keeping` keeps its own output as `ctx.out`" in done.stderr
