"""Writing to files and terminals: colour, width, encoding, summary."""

from __future__ import annotations

import io
import os
import re
import sys

import pytest
from render_samples import CUT, CWD, DETACHED, SOURCES, diagnostic, label

from whygrad.render.terminal import print_diagnostics, to_text
from whygrad.source.files import SourceFiles


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def printed(file: io.StringIO) -> str:
    print_diagnostics([DETACHED], SOURCES, file, CWD)
    return file.getvalue()


def test_a_terminal_gets_colour_and_a_file_gets_none() -> None:
    assert "\x1b[" in printed(Terminal())
    assert "\x1b[" not in printed(io.StringIO())


@pytest.mark.parametrize(
    ("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb"), ("FORCE_COLOR", "0")], ids=lambda v: v
)
def test_a_terminal_gets_no_colour_where_the_user_wants_none(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert "\x1b[" not in printed(Terminal())


def test_a_file_gets_colour_when_it_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in printed(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in printed(io.StringIO())


def test_the_text_is_the_same_with_and_without_colour() -> None:
    coloured = printed(Terminal())
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == to_text([DETACHED], SOURCES, cwd=CWD) == printed(io.StringIO())


def test_the_primary_marks_have_the_colour_of_the_severity() -> None:
    def marks(severity: str) -> str:
        file = Terminal()
        print_diagnostics([diagnostic(CUT, severity=severity)], SOURCES, file, CWD)
        return next(line for line in file.getvalue().split("\n") if "^^^" in line)

    assert "\x1b[1;91m^^^" in marks("error")
    assert "\x1b[1;93m^^^" in marks("warning")


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda descriptor: os.terminal_size((50, 20)))
    monkeypatch.setattr(Terminal, "fileno", lambda self: 2)
    monkeypatch.setenv("NO_COLOR", "1")
    assert printed(Terminal()) == to_text([DETACHED], SOURCES, 50, CWD) != to_text([DETACHED], SOURCES, 100, CWD)


def test_a_path_longer_than_the_width_is_not_wrapped() -> None:
    file = "/" + "deep/" * 60 + "train.py"
    sources = SourceFiles({file: "h.detach()"})
    output = Terminal()
    print_diagnostics([diagnostic(label(1, ".detach()", "", file, sources))], sources, output, CWD)
    assert f" {file}:1:2\n" in output.getvalue()


def test_markup_in_a_message_is_not_interpreted() -> None:
    file = Terminal()
    print_diagnostics([diagnostic(None, message="[red]a[/red] :fire: [/]")], SOURCES, file, CWD)
    assert "[red]a[/red] :fire: [/]" in file.getvalue()


@pytest.mark.parametrize("forced", ["", "1"])
def test_what_the_encoding_lacks_is_spelled_out(monkeypatch: pytest.MonkeyPatch, forced: str) -> None:
    monkeypatch.setenv("FORCE_COLOR", forced)
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    print_diagnostics([diagnostic(None, message="損")], SOURCES, file, CWD)
    file.flush()
    assert b": \\u640d" in file.buffer.getvalue()  # type: ignore[attr-defined]


def test_nothing_found_prints_nothing() -> None:
    assert to_text([], SOURCES) == ""


def test_a_summary_stands_below_several_diagnostics_and_not_below_one() -> None:
    kinds = ["error", "error", "warning", "note", "note"]
    several = to_text([diagnostic(CUT, severity=kind) for kind in kinds], SOURCES, cwd=CWD)
    assert several.endswith("\n\nwhygrad: 2 errors, 1 warning and 2 notes\n")
    assert "whygrad:" not in to_text([diagnostic(CUT)], SOURCES, cwd=CWD)


def test_paths_are_relative_to_the_current_directory_when_none_is_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: os.PathLike[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = os.path.join(os.getcwd(), "pkg", "train.py")
    sources = SourceFiles({file: "h.detach()"})
    assert "--> " + os.path.join("pkg", "train.py") in to_text(
        [diagnostic(label(1, ".detach()", "", file, sources))], sources
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the current directory cannot be removed there")
def test_a_removed_current_directory_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(os, "getcwd", gone)
    assert "--> train.py:9:25" in to_text([DETACHED], SOURCES)
