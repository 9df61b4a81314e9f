"""The command line itself: help, versions, refusals, and the pages of the causes."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from conftest import World

import whygrad.causes
from whygrad._version import __version__
from whygrad.causes.pages import FOLDER, pages, summary, title

PAGE = "# A tensor was detached\n\nWhat it means: …\n"


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["explain", "--help"], ["--version"], ["explain"]])
def test_help_version_and_pages_do_not_import_torch(world: World, words: list[str]) -> None:
    program = f"import sys; from whygrad.cli import main\ntry: main({words!r})\nfinally: print('torch' in sys.modules)"
    ended = world.python("-c", program)
    assert ended.stdout.endswith("False\n") and ended.returncode == 0


def test_the_check_for_torch_would_notice_it(world: World) -> None:
    assert world.python("-c", "import sys, torch; print('torch' in sys.modules)").stdout == "True\n"


def test_help_shows_examples_that_are_understood(world: World) -> None:
    world.fake_session("finds nothing")
    world.write("train.py", "import sys; print(sys.argv)")
    world.write("package/train.py", "import sys; print(sys.argv[1:])")
    shown = world.whygrad("--help").stdout + world.whygrad("run", "--help").stdout
    commands = [line.split("  ")[1] for line in shown.splitlines() if line.startswith("  whygrad run")]
    assert len(commands) >= 4
    for command in commands:
        assert world.whygrad(*command.split()[1:]).returncode == 0, command


def test_the_version_names_whygrad_torch_and_python(world: World) -> None:
    said = world.whygrad("--version").stdout
    assert re.fullmatch(rf"whygrad {re.escape(__version__)} \(torch \S+, Python \S+, recorded in .+\)\n", said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run"], "no program given"),
        (["run", "-m"], "no module given"),
        (["run", "--json"], "expected one argument"),
        (["run", "--js", "x", "main.py"], "unrecognized arguments: --js"),
        (["run", "--format", "sarif", "main.py"], "--format sarif needs a file: add --output FILE"),
        (["run", "--output", "x", "main.py"], "--output works only with --format sarif"),
        (["run", "--format", "xml", "main.py"], "invalid choice: 'xml'"),
        (["run", "--nonsense", "main.py"], "unrecognized arguments: --nonsense"),
        (["nonsense"], "invalid choice: 'nonsense'"),
        (["main.py"], "did you mean `whygrad run main.py`?"),
        ([], "whygrad run train.py"),
    ],
)
def test_what_is_not_understood_is_refused_with_status_2(world: World, words: list[str], said: str) -> None:
    world.write("main.py", "print('started')")
    ended = world.whygrad(*words)
    assert said in ended.stderr
    assert (ended.stdout, ended.returncode) == ("", 2)


def test_options_after_the_script_are_the_programs(world: World) -> None:
    world.fake_session("finds nothing")
    world.write("main.py", "import sys; print(sys.argv)")
    for words in (["--json", "x"], ["-m", "main"], ["--help"], ["--version"], ["--", "x"]):
        assert world.whygrad("run", "main.py", *words).stdout == f"{['main.py', *words]}\n"
    assert world.whygrad("run", "--", "main.py", "--", "x").stdout == "['main.py', '--', 'x']\n"
    assert not (world.folder / "x").exists()


def test_an_unknown_cause_is_one_line_and_status_2(world: World) -> None:
    ended = world.whygrad("explain", "no-such-cause-at-all")
    assert ended.stderr.startswith("whygrad: there is no cause 'no-such-cause-at-all'")
    assert ended.stderr.count("\n") == 1
    assert (ended.stdout, ended.returncode) == ("", 2)


@pytest.fixture
def explained(world: World) -> World:
    """A world in which whygrad knows two causes, whatever it knows in truth."""
    known = {"detached-tensor": PAGE, "frozen-parameter": "# frozen-parameter\n\nNobody trains it.\n"}
    replaced = f"import sys, whygrad.causes.pages\nsys.modules['whygrad.causes.pages'].pages = lambda: {known!r}\n"
    world.write("usual.py", replaced + "from whygrad.cli import main\nsys.exit(main())\n")
    return world


def test_explain_lists_the_causes_with_what_they_are(explained: World) -> None:
    said = explained.python("usual.py", "explain").stdout
    assert said == "detached-tensor — A tensor was detached\nfrozen-parameter — Nobody trains it.\n"


def test_explain_prints_the_page_as_it_is_where_nobody_looks(explained: World) -> None:
    assert explained.python("usual.py", "explain", "detached-tensor").stdout == PAGE
    assert explained.python("usual.py", "explain", "detached_tensor").stdout == PAGE


def test_explain_draws_the_page_on_a_terminal(explained: World) -> None:
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    process = explained.start("usual.py", "explain", "detached-tensor", stdout=slave)
    os.close(slave)
    process.communicate(timeout=60)
    drawn = os.read(master, 10_000).decode()
    os.close(master)
    assert "A tensor was detached" in drawn and "# A tensor" not in drawn


def test_explain_proposes_close_names(explained: World) -> None:
    ended = explained.python("usual.py", "explain", "detach-tensor")
    assert ended.stderr == "whygrad: there is no cause 'detach-tensor'; did you mean `detached-tensor`?\n"
    assert ended.returncode == 2


def test_explain_speaks_to_a_stream_of_few_characters(explained: World) -> None:
    explained.settings["PYTHONIOENCODING"] = "ascii"
    assert explained.python("usual.py", "explain").stdout.startswith("detached-tensor ? A tensor")


def test_explain_is_silent_where_its_reader_has_gone(explained: World) -> None:
    read, write = os.pipe()
    os.close(read)
    process = explained.start("usual.py", "explain", stdout=write)
    os.close(write)
    _, err = process.communicate(timeout=60)
    assert (err, process.returncode) == ("", 0)


def test_every_page_beside_a_cause_is_found_under_its_name() -> None:
    stems = sorted(page.stem for page in FOLDER.glob("*/*.md"))
    assert stems
    assert list(pages()) == sorted(stem.replace("_", "-") for stem in stems)


def test_pages_are_read_from_the_folders_of_the_causes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cuts").mkdir()
    (tmp_path / "cuts" / "detached_tensor.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "cuts" / "detached_tensor.py").touch()
    monkeypatch.setattr(whygrad.causes, "__path__", [str(tmp_path)])
    assert pages() == {"detached-tensor": PAGE}
    assert title(PAGE) == summary("detached-tensor", PAGE) == "A tensor was detached"


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("lasting", "# lasting-nan"),
        ("nan", "nan-gradient — "),
        (
            "RuntimeError: Trying to backward through the graph a second time (or directly access saved",
            "# backward-twice",
        ),
        ("grad can be implicitly created only for scalar outputs", "# non-scalar-loss"),
        ("element 0 of tensors does not require grad and does not have a grad_fn", "detached-tensor — "),
        ("Element 0 of tensors does not require grad", "grad-disabled — "),
    ],
)
def test_a_word_or_what_torch_has_said_leads_to_pages(world: World, asked: str, leads_to: str) -> None:
    done = world.whygrad("explain", asked)
    assert leads_to in done.stdout and done.returncode == 0, done


def test_a_message_that_nobody_knows_is_one_line(world: World) -> None:
    done = world.whygrad("explain", "the zebra sings in its sleep")
    assert done.returncode == 2 and done.stderr.count("\n") == 1
