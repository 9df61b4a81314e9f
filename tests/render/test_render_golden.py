"""Whole drawings, compared with the files in `golden/`; WHYGRAD_BLESS=1 rewrites them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from render_samples import CUT, CWD, DETACHED, GOLDEN, SOURCES, check_golden, diagnostic, label, place

from whygrad.diagnostic import Diagnostic, Edit, Label
from whygrad.recording import Place
from whygrad.render.terminal import print_diagnostics, to_text
from whygrad.source.files import SourceFiles

ODD = SourceFiles(
    {
        "train.py": "\n".join(
            [
                "def step(h):",
                "\ta\t= h.detach()\t# tabs",
                '    log("損失は", h.detach(), "🔥 e\u0301", h.data)',
                '    log("\x1b[31m\x0c\u202e", h.detach())',
                "    x = [" + "0, " * 40 + "h.detach(), " + "1, " * 40 + "h.data]",
                "    y = f(h." + "view(-1)." * 30 + "detach())",
            ]
        )
    }
)


def odd(line: int, code: str, text: str) -> Label:
    return label(line, code, text, sources=ODD)


PLAIN: dict[str, tuple[list[Diagnostic], SourceFiles, int]] = {
    "detached_tensor": ([DETACHED], SOURCES, 100),
    "detached_tensor_narrow": ([DETACHED], SOURCES, 40),
    "several_labels_on_a_line": (
        [
            diagnostic(CUT, label(9, "h", "comes from `encoder.weight`"), label(9, "scale", "a plain number")),
            diagnostic(CUT, label(9, "(h * scale).detach()", "`target` is this"), label(9, "h * scale", "lost here")),
        ],
        SOURCES,
        100,
    ),
    "several_labels_on_a_line_narrow": (
        [diagnostic(CUT, label(9, "h", "comes from `encoder.weight`"), label(9, "scale", "a plain number"))],
        SOURCES,
        40,
    ),
    "several_files": (
        [
            diagnostic(
                CUT,
                label(3, ".data", "a second cut", "model.py"),
                label(6, "encoder(x)", "calls `forward`"),
                Label(Place("/opt/site/lib.py", 70, 5, 70, 9, "f"), "called from here"),
                severity="warning",
                notes=("both cuts are on every path",),
            )
        ],
        SOURCES,
        100,
    ),
    "no_source": (
        [
            diagnostic(
                Label(Place("/opt/site/lib.py", 120, 5, 120, 14, "f"), "no gradient passes this call"),
                Label(Place("/opt/site/lib.py", 70, 0, 70, 0, "f"), "called from here"),
                helps=("use another library",),
            ),
            diagnostic(None, severity="note", notes=("the program never called `backward()`",)),
        ],
        SOURCES,
        100,
    ),
    "several_lines": (
        [
            diagnostic(Label(Place("train.py", 17, 11, 20, 15, "evaluate"), "no gradient leaves this expression")),
            diagnostic(Label(Place("train.py", 18, 0, 18, 0, "evaluate"), "somewhere in this line")),
        ],
        SOURCES,
        100,
    ),
    "odd_characters": (
        [
            diagnostic(odd(2, ".detach()", "after a tab"), odd(2, "a", "`a`")),
            diagnostic(odd(3, ".detach()", "after wide characters"), odd(3, ".data", "after a combining one")),
            diagnostic(odd(4, ".detach()", "a\x1b[2Jb"), cause="x\x1b", message="\x07 in `a\u202eb`"),
        ],
        ODD,
        100,
    ),
    "long_lines": (
        [
            diagnostic(odd(5, ".detach()", "in the middle of a long line"), odd(5, ".data", "at its end")),
            diagnostic(Label(place(ODD, 6, ODD.line("train.py", 6)[8:]), "longer than the line is wide")),
        ],
        ODD,
        100,
    ),
    "edits": (
        [
            diagnostic(
                CUT,
                helps=("compute `loss` from `h * scale`",),
                edits=(
                    Edit(place(SOURCES, 9, "(h"), "h"),
                    Edit(place(SOURCES, 9, ").detach()"), ""),
                    Edit(place(SOURCES, 12, "loss.backward()"), ""),
                    Edit(Place("train.py", 2, 1, 2, 1, ""), "import math\n"),
                ),
            ),
            diagnostic(
                CUT,
                helps=("return the tensor itself", "or take the loss from it"),
                edits=(Edit(place(SOURCES, 3, ".data", "model.py"), ""),),
            ),
        ],
        SOURCES,
        100,
    ),
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_diagnostic_is_drawn_as_in_the_golden_file(name: str) -> None:
    diagnostics, sources, width = PLAIN[name]
    check_golden(name, to_text(diagnostics, sources, width, CWD))


def test_colours_are_those_of_the_golden_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    file = io.StringIO()
    print_diagnostics([DETACHED, diagnostic(CUT, severity="warning")], SOURCES, file, CWD)
    check_golden("in_colour", file.getvalue())


def test_every_golden_file_belongs_to_a_test() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {*PLAIN, "in_colour"}


def test_golden_files_are_not_rewritten_in_ci(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WHYGRAD_BLESS", "1")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="CI"):
        check_golden("anything", "text", tmp_path)
    assert not list(tmp_path.iterdir())


def test_golden_files_are_rewritten_when_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WHYGRAD_BLESS", "1")
    monkeypatch.delenv("CI", raising=False)
    check_golden("anything", "text\r\n", tmp_path)
    monkeypatch.delenv("WHYGRAD_BLESS")
    check_golden("anything", "text\r\n", tmp_path)
    with pytest.raises(AssertionError):
        check_golden("anything", "text\n", tmp_path)
