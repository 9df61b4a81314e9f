"""One file writes to the terminal, and what it writes can neither move the cursor nor deceive its reader."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from batches import for_each
from programs import run_program

from whygrad.render import out

SOURCE = Path(__file__).parent.parent / "src" / "whygrad"
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
NASTY = "\x1b[31mred\x1b]0;title\x07\x9b\u202egpj.\u2066\u200b\ufeff"

WRITING = {"print", "pprint", "Console", "print_exc", "print_exception", "print_tb", "excepthook", "__excepthook__"}
WRITING |= {"write", "writelines", "showwarning", "warn", "warn_explicit", "print_help", "print_usage", "displayhook"}
STREAMS = {"stderr", "stdout", "__stderr__", "__stdout__"}

# Who may write, and what: the one way out, files, and the program's own words.
ALLOWED = {
    "render/out.py": "the way out",
    "whole_file.py": "a file",
    "cli/private_folder.py": "a file",
    "cli/json_file.py": "the file of --json, which is ASCII",
    "cli/ending.py": "the program's traceback and last words, as Python writes them",
    "cli/reading.py": "closes stdout, where its reader is gone",
    "cli/explain.py": "hands stdout to the way out",
    "cli/__init__.py": "hands stdout to the way out",
    "cli/fix.py": "hands stdout to the way out",
    "fix/trial.py": "the program's own input, handed on to a trial",
    "cli/run.py": "the file of --save",
    "cli/show.py": "hands stdout to the way out",
    "cli/parser.py": "hands stderr to the way out",
    "elements/read.py": "a warning, whose reason is made safe",
    "integrations/notebook.py": "hands stdout to the way out",
    "integrations/notebook_fix.py": "a file",
    "integrations/reporting.py": "a warning, of which the text is a drawn diagnostic",
    "record/unseen/hidden_frames.py": "knows the frames of log records, and writes none",
    "record/unseen/own_lines_in_warnings.py": "the program's own warning, handed on",
}


def ways_out(text: str) -> list[str]:
    """What in a file writes somewhere, or takes hold of a stream."""
    found = []
    for node in ast.walk(ast.parse(text)):
        called = node.func if isinstance(node, ast.Call) else None
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        is_the_way_out = isinstance(called, ast.Name) and called.id == "write"  # no other function has this name
        if name in WRITING and not is_the_way_out:
            found.append(ast.unparse(node))
        if isinstance(node, ast.Attribute) and node.attr in STREAMS and ast.unparse(node.value) == "sys":
            found.append(ast.unparse(node))
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = {getattr(node, "module", None), *(alias.name for alias in node.names)}
            found += [name for name in names if name in ("logging", "pprint", "rich.console")]
    return found


@for_each(sorted(SOURCE.rglob("*.py")))
def test_nothing_is_written_but_through_the_one_way_out(file):
    name = file.relative_to(SOURCE).as_posix()
    if name not in ALLOWED:
        assert ways_out(file.read_text(encoding="utf-8")) == []


@for_each(ALLOWED)
def test_who_may_write_does(name):
    assert ways_out((SOURCE / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "print('x')",
        "import sys\nsys.stderr.flush()",
        "import os\nos.write(2, b'x')",
        "stream.write('x')",
        "from rich.console import Console",
        "import logging",
        "import traceback\ntraceback.print_exc()",
    ],
)
def test_another_way_out_would_be_found(text):
    assert ways_out(text)


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("colour", [True, False])
def test_what_comes_out_has_no_character_that_acts_on_a_terminal(monkeypatch, colour):
    monkeypatch.setenv("FORCE_COLOR" if colour else "NO_COLOR", "1")
    monkeypatch.delenv("NO_COLOR" if colour else "FORCE_COLOR", raising=False)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    out.say(f"one {NASTY}\n\r\t line")
    out.write(f"two {NASTY}\nlines\n", terminal)
    out.write_lines([[(f"three {NASTY}\n", "bold"), (NASTY, "")]], terminal)
    shown = re.sub("\x1b\\[[0-9;]*m", "", terminal.getvalue()) if colour else terminal.getvalue()
    assert not RAW.search(shown)
    assert shown.count("\n") == 4 and shown.count("\\x1b[31mred\\x1b]0;title\\x07\\x9b\\u202e") == 4
    assert ("\x1b" in terminal.getvalue()) == colour


def test_a_page_is_written_as_it_is(monkeypatch):
    file = io.StringIO()
    out.write_page("# Title\n\n`code` — and é\n\n", file)
    assert file.getvalue() == "# Title\n\n`code` — and é\n"


# Whole programs


def ours(stderr: str) -> str:
    """What whygrad said: Python's own traceback names files as they are."""
    start = re.search(r"^(error\[|warning\[|note\[|whygrad: )", stderr, re.MULTILINE)
    return stderr[start.start() :] if start else ""


LOSES = "import torch\nw = torch.ones(2, requires_grad=True)\nloss = (w * 2).detach().sum()\nloss.backward()\n"
WALKS = """\
import sys, torch
def walks(gradient):
    frame = sys._getframe()
    while frame is not None:
        frame = frame.f_back
w = torch.ones(2, requires_grad=True)
w.register_hook(walks)
class Sees(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        walks(None)
        return function(*args, **(kwargs or {}))
with Sees():
    (w * 2).sum().backward()
"""


@pytest.mark.parametrize("name", [f"a{NASTY}.py", "line\nbreak.py", "a\u202eyp.exe.py", "\udcff.py"], ids=ascii)
@pytest.mark.parametrize("text", [LOSES, WALKS], ids=["loses", "walks"])
def test_names_of_files_are_spelled_out(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    outcome = run_program(tmp_path, tmp_path / "out", "--notes", name)
    told = ours(outcome.stderr)
    assert told and not RAW.search(told)
    assert "line\\x0abreak.py" in told or "\n" not in name


@pytest.mark.parametrize(
    "line",
    [
        f"w = torch.ones(2, requires_grad=True)  # {NASTY.replace(chr(0x9B), '')}",
        "w = torch.ones(2, requires_grad=True); name = '\u202e \u2066'",
    ],
    ids=ascii,
)
def test_source_lines_are_spelled_out(tmp_path, line):
    loses = "loss = (w * 2).detach().sum()  # \u202e\x1b[2J"
    (tmp_path / "main.py").write_text(f"import torch\n{line}\n{loses}\nloss.backward()\n")
    outcome = run_program(tmp_path, tmp_path / "out")
    assert outcome.findings and not RAW.search(ours(outcome.stderr))


def test_names_of_tensors_are_spelled_out(tmp_path):
    text = f"""\
import torch
model = torch.nn.Module()
model._parameters[{NASTY!r}] = torch.nn.Parameter(torch.ones(2))
held = {{{NASTY!r}: torch.ones(2, requires_grad=True)}}
optimizer = torch.optim.SGD([*model.parameters(), *held.values()], lr=0.1)
loss = sum((p * 2).detach().sum() for p in [*model.parameters(), *held.values()])
loss.backward()
"""
    (tmp_path / "main.py").write_text(text)
    outcome = run_program(tmp_path, tmp_path / "out")
    assert outcome.findings and "\\x1b[31mred" in outcome.stderr
    assert not RAW.search(ours(outcome.stderr))


@pytest.mark.parametrize("words", [[f"{NASTY}.py"], ["run", f"{NASTY}.py"], ["run", f"--{NASTY}"], ["explain", NASTY]])
def test_what_is_given_on_the_command_line_is_spelled_out(tmp_path, words):
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "whygrad", *words]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, text=True, encoding="utf-8")
    assert done.returncode == 2 and "\\x1b[31mred" in done.stderr
    assert not RAW.search(done.stderr.replace("\n", ""))


def test_ways_of_a_derivative_are_spelled_out(tmp_path):
    text = f"""\
import torch, warnings, whygrad
warnings.simplefilter("ignore")
with whygrad.watch():
    x = torch.ones(2, requires_grad=True)
    y = x.detach() * 2  # {NASTY}
    z = (x + y)[0]
    print(whygrad.paths(z, x), whygrad.grad(y, x).reason)
"""
    name = "a\x1b[31m\u202e.py"
    (tmp_path / name).write_text(text)
    outcome = run_program(tmp_path, tmp_path / "out", name)
    assert outcome.status == 0 and not RAW.search(outcome.stdout)
    assert "a\\x1b[31m\\u202e.py" in outcome.stdout
