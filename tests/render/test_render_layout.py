"""What must hold of every drawing: carets under what they mark, nothing raw, nothing too wide."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from batches import for_each
from render_samples import CUT, CWD, DETACHED, SOURCES, diagnostic, label, place
from rich.cells import cell_len

import whygrad.render
from whygrad.diagnostic import Diagnostic, Edit, Label
from whygrad.recording import Place
from whygrad.render.layout import layout
from whygrad.render.text import expand
from whygrad.source.files import SourceFiles


def drawn(diagnostic: Diagnostic, sources: SourceFiles = SOURCES, width: int = 100) -> list[str]:
    return ["".join(text for text, _ in line) for line in layout(diagnostic, sources, width, CWD)]


def cells(text: str) -> list[str]:
    """The character shown in each cell of a terminal."""
    return [character for character in text for _ in range(cell_len(character))]


def under_carets(lines: list[str], sign: str = "^") -> str:
    """What stands above the marks of the first marked line."""
    row = next(i for i, line in enumerate(lines) if i > 2 and line.lstrip(" |").startswith(sign))
    marked = [i for i, character in enumerate(cells(lines[row])) if character == sign]
    source = cells(lines[row - 1])
    return "".join(source[i] if i < len(source) else " " for i in marked)


def source_row(lines: list[str]) -> int:
    return next(i for i, line in enumerate(lines) if line.startswith("1 | "))


def only(line: str, code: str, text: str = "here") -> tuple[Diagnostic, SourceFiles]:
    sources = SourceFiles({"train.py": line})
    return diagnostic(Label(place(sources, 1, code), text)), sources


@pytest.mark.parametrize("width", [40, 100])
@pytest.mark.parametrize(
    "line",
    [
        "\tx = h\t.detach()",
        "   \tx = h.detach()",
        "print('損失は'), h.detach()",
        "print('e\u0301a\u0300'), h.detach()",
        "print('🔥'), h.detach()",
        "print('\x1b[31m\x00\x0c'), h.detach()",
        "x = [" + "0, " * 33_000 + "h.detach()" + ", 1" * 100 + "]",
        "x = ['" + "損" * 33_000 + "', h.detach()]",
    ],
)
def test_carets_stand_under_what_they_mark(line: str, width: int) -> None:
    assert under_carets(drawn(*only(line, ".detach()"), width=width)) == ".detach()"


def test_a_marked_wide_character_gets_a_caret_for_each_of_its_cells() -> None:
    assert drawn(*only("f('損')", "損", ""))[-1] == "  |    ^^"


ALPHABET = "abc ().=,\t損失🔥e\u0301\x1b\x0c\u202e"


@for_each(range(300))
def test_the_first_and_the_last_caret_are_right_for_any_line(seed: int) -> None:
    chance = random.Random(seed)
    width = chance.randint(40, 120)
    line = "".join(chance.choices(ALPHABET, k=chance.randint(0, 200))).rstrip() + "x"
    start = chance.choice([i for i, character in enumerate(line) if character != "\u0301"])
    end = chance.randint(start + 1, len(line))
    sources = SourceFiles({"train.py": line})
    mark = Label(Place("train.py", 1, start + 1, 1, end + 1, "f"), "no gradient passes this call")
    lines = drawn(diagnostic(mark), sources, width)
    shown, index = expand(line)
    expected = cells(shown[index[start] : index[end]])
    row = source_row(lines) + 1
    marked = [i for i, character in enumerate(cells(lines[row])) if character == "^"]
    source = cells(lines[row - 1].ljust(width))
    assert (source[marked[0]], source[marked[-1]]) == (expected[0], expected[-1])
    assert max(map(cell_len, lines)) <= width
    if "..." not in lines[row - 1]:
        assert [source[i] for i in marked] == expected


@for_each(range(300))
def test_every_label_of_a_line_is_shown_whole_and_within_the_width_where_the_marks_fit(seed: int) -> None:
    chance = random.Random(seed)
    width = chance.randint(40, 100)
    spans = [
        (chance.randint(0, 59), chance.randint(1, 20), "".join(chance.choices("aab ", k=chance.randint(0, 60))))
        for _ in range(chance.randint(1, 4))
    ]
    sources = SourceFiles({"train.py": "v" * 80})
    labels = [Label(Place("train.py", 1, s + 1, 1, s + 1 + n, "f"), text.strip()) for s, n, text in spans]
    lines = drawn(diagnostic(labels[0], *labels[1:]), sources, width)
    below = "".join(lines[source_row(lines) + 1 :])
    for letter in "ab":
        assert below.count(letter) == sum(mark.text.count(letter) for mark in dict.fromkeys(labels))
    # Four marks and the dots between them do not fit into less: then the line is too wide, but right.
    assert max(map(cell_len, lines)) <= max(width, 60)


def test_a_width_below_forty_cells_counts_as_forty() -> None:
    assert drawn(DETACHED, width=0) == drawn(DETACHED, width=40) != drawn(DETACHED, width=41)


@pytest.mark.parametrize("width", [40, 60])
def test_no_line_is_wider_than_the_width(width: int) -> None:
    lines = drawn(DETACHED, width=width)
    assert max(map(len, lines)) <= width
    assert "enters here" in " ".join(" ".join(lines).replace("|", " ").split())


def test_a_label_moved_to_the_left_is_drawn_after_those_it_would_cross() -> None:
    sources = SourceFiles({"train.py": "a = torch.relu(x).detach()"})
    cut = label(1, "detach()", "no gradient passes this call", sources=sources)
    lines = drawn(diagnostic(cut, label(1, "a", "lost", sources=sources)), sources, 40)
    assert lines[source_row(lines) + 1 :] == [
        "  | -                 ^^^^^^^^",
        "  | |                 |",
        "  | lost              |",
        "  |         no gradient passes this call",
    ]


@for_each(range(70))
def test_dots_stand_for_more_than_they_take(before: int) -> None:
    for code in (".detach()", ".detach_from_the_graph()"):
        lines = drawn(*only("q" * before + code + "b" * 200, code), width=40)
        source = lines[source_row(lines)]
        assert source.count("q") == before or (source.startswith("1 | ...") and before - source.count("q") > 3)


@for_each(range(70))
def test_a_cut_line_leaves_room_for_labels_to_the_right(before: int) -> None:
    lines = drawn(*only("q" * before + ".detach()" + "b" * 200, ".detach()"), width=60)
    assert lines[source_row(lines) + 1].index("^") < 36


@for_each(range(70))
def test_dots_at_the_end_stand_for_more_than_they_take(after: int) -> None:
    lines = drawn(*only("b" * 200 + ".detach()" + "q" * after, ".detach()"), width=40)
    source = lines[source_row(lines)]
    assert source.count("q") == after or (source.endswith("...") and after - source.count("q") > 3)


def test_labels_stay_readable_where_there_is_room_for_none() -> None:
    sources = SourceFiles({"train.py": "v" * 36})
    labels = [Label(Place("train.py", 1, c, 1, c + 1, "f"), f"label{c:02}") for c in range(1, 37)]
    text = "\n".join(drawn(diagnostic(labels[0], *labels[1:]), sources, 40))
    assert [mark.text for mark in labels if mark.text not in text] == []


def test_an_accent_is_not_cut_from_its_letter() -> None:
    for before in range(60, 70):
        text = "a" * before + "e\u0301" * 60 + ".detach()" + "b" * 200
        lines = drawn(*only(text, ".detach()"), width=60)
        assert lines[source_row(lines)].startswith(("1 | ...e\u0301", "1 | ...\u0301"))
        assert "...\u0301" not in "".join(lines)


def test_a_source_of_a_hundred_thousand_characters_a_line_is_drawn_at_once() -> None:
    line = "\t損 = [" + "h, \x0c" * 25_000 + "h.detach()]"
    begin = time.perf_counter()
    drawn(*only(line, ".detach()", "label " * 1000))
    assert time.perf_counter() - begin < 2


@pytest.mark.parametrize("raw", ["\x1b[2J", "\x07", "\x9b", "\x0c", "\r", "\u202e", "\u2028", "\ud800", "\x7f"])
def test_no_control_character_reaches_the_output_raw(raw: str) -> None:
    sources = SourceFiles({f"a{raw}.py": f"x = '{raw.rstrip(chr(13))}' + h.detach()", f"b{raw}.py": ""})
    where = place(sources, 1, ".detach()", f"a{raw}.py")
    lines = drawn(
        diagnostic(
            Label(where, f"l{raw}"),
            Label(Place(f"b{raw}.py", 3, 1, 3, 2, f"f{raw}"), "unseen"),
            cause=f"c{raw}",
            message=f"m{raw}",
            notes=(f"n{raw}",),
            helps=(f"h{raw}",),
            edits=(Edit(where, f".clone('{raw}')"),),
        ),
        sources,
    )
    text = "\n".join(lines)
    assert raw[0] not in text
    assert text.count(repr(raw[0])[1:-1].replace("\\r", "\\x0d")) >= 7


def test_line_breaks_in_a_note_are_kept_and_aligned() -> None:
    lines = drawn(diagnostic(None, notes=("first\n  second",)))
    assert lines[1:] == ["  = note: first", "            second"]


def test_code_in_backticks_is_not_broken_where_it_fits() -> None:
    lines = drawn(diagnostic(None, message="m", helps=("compute `loss` anew from `h * scale`",)), width=40)
    assert lines[1:] == ["  = help: compute `loss` anew from", "          `h * scale`"]


def test_a_name_too_long_to_stand_beside_its_mark_stands_below_it_unbroken() -> None:
    code = "self.body(torch.cat([image, t.expand(len(x), 1)], dim=1))"
    sources = SourceFiles({"train.py": code})
    entering = label(1, code, "`pipeline.unet.body.2.weight` enters here", sources=sources)
    lines = drawn(diagnostic(entering), sources, 88)
    assert lines[-1] == "  | `pipeline.unet.body.2.weight` enters here"


def test_a_word_longer_than_the_line_is_broken() -> None:
    lines = drawn(diagnostic(None, message="m", notes=("x" * 70,)), width=40)
    assert [line.strip() for line in lines[1:]] == ["= note: " + "x" * 30, "x" * 30, "x" * 10]


def test_a_first_word_that_does_not_fit_beside_the_cause_goes_to_the_next_line() -> None:
    word = "`" + "x" * 30 + "`"
    assert drawn(diagnostic(None, message=f"{word} is lost"), width=40) == [
        "error[detached-tensor]:",
        f"    {word} is",
        "    lost",
    ]


def test_rich_markup_is_plain_text() -> None:
    assert drawn(diagnostic(None, message="[bold]x[/bold] :smile:"))[0].endswith("[bold]x[/bold] :smile:")


def test_one_line_between_two_marked_ones_is_shown_and_more_are_dots() -> None:
    near = drawn(diagnostic(CUT, label(11, "loss", "")))
    far = drawn(diagnostic(CUT, label(12, "loss", "")))
    assert "10 |" in near and "..." not in near
    assert "..." in far and not any(line.startswith("10") for line in far)


def test_primary_wins_where_spans_overlap() -> None:
    lines = drawn(diagnostic(CUT, label(9, "(h * scale).detach()", "")))
    assert lines[4:] == ["  |              -----------^^^^^^^^^", *lines[5:]]
    assert lines[5:] == [
        "  |                         |",
        "  |                         no gradient passes this call",
    ]


def test_the_same_label_twice_is_drawn_once() -> None:
    again = Label(CUT.place, CUT.text)
    unseen = Label(Place("/opt/site/lib.py", 3, 1, 3, 2, "f"), "called from here")
    assert drawn(diagnostic(CUT, again)) == drawn(diagnostic(CUT))
    assert drawn(diagnostic(CUT, unseen, unseen)) == drawn(diagnostic(CUT, unseen))


def test_an_expression_over_several_lines_is_marked_where_it_begins_and_ends() -> None:
    lines = drawn(diagnostic(Label(Place("train.py", 17, 11, 20, 15, "f"), "this")))
    assert lines[3:] == [
        "17 |     out = torch.stack(",
        "   |           ^^^^^^^^^^^^ this",
        "...",
        "20 |     ).detach()",
        "   |     ^^^^^^^^^^",
    ]


@pytest.mark.parametrize(
    "columns",
    [(0, 0), (500, 509), (25, 500), (25, 3), (-4, 2)],
    ids=["unknown", "far", "long", "backwards", "negative"],
)
def test_a_line_whose_columns_cannot_be_right_is_marked_as_a_whole(columns: tuple[int, int]) -> None:
    where = Place("train.py", 9, columns[0], 9, columns[1], "f")
    assert under_carets(drawn(diagnostic(Label(where, "here")))) == "target = (h * scale).detach()"


def test_a_line_that_the_file_does_not_have_becomes_a_note() -> None:
    lines = drawn(diagnostic(CUT, Label(Place("train.py", 999, 1, 999, 3, "f"), "gone")))
    assert lines[-2:] == ["  |", "  = note: train.py:999:1: gone"]


def test_an_unseen_label_without_text_makes_no_note() -> None:
    assert drawn(diagnostic(CUT, Label(Place("train.py", 999, 1, 999, 3, "f"), ""))) == drawn(diagnostic(CUT))


def test_a_location_without_a_column_names_the_line_alone() -> None:
    assert drawn(diagnostic(Label(Place("train.py", 9, 0, 9, 0, "f"), "")))[1] == " --> train.py:9"


def test_of_a_multi_line_expression_with_an_impossible_column_the_first_line_is_marked() -> None:
    lines = drawn(diagnostic(Label(Place("train.py", 17, 500, 20, 15, "f"), "")))
    assert lines[3:] == ["17 |     out = torch.stack(", "   |     ^^^^^^^^^^^^^^^^^^"]


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        (f"{CWD}/pkg/train.py", "pkg/train.py"),
        ("train.py", "train.py"),
        ("/opt/site/lib.py", "/opt/site/lib.py"),
        (f"{CWD}-old/train.py", f"{CWD}-old/train.py"),
        ("../other/train.py", "/home/ada/other/train.py"),
        ("<ipython-input-3>", "<ipython-input-3>"),
    ],
)
def test_a_path_is_relative_below_the_working_directory_and_absolute_elsewhere(file: str, shown: str) -> None:
    lines = drawn(diagnostic(Label(Place(file, 3, 1, 3, 2, "f"), "")), SourceFiles({file: ""}))
    assert lines[1] == f" --> {shown}:3:1"


def changed(*edits: Edit) -> list[str]:
    lines = drawn(diagnostic(CUT, helps=("change it",), edits=edits))
    return lines[lines.index("  = help: change it" if "  |" in lines else "   = help: change it") + 1 :]


def test_several_edits_on_a_line_make_one_change() -> None:
    both = (Edit(place(SOURCES, 9, ").detach()"), ""), Edit(place(SOURCES, 9, "(h"), "h"))
    assert changed(*both) == ["  |", "9 -     target = (h * scale).detach()", "9 +     target = h * scale"]


def test_a_change_without_a_help_follows_the_source() -> None:
    assert drawn(diagnostic(CUT, edits=(Edit(CUT.place, ""),)))[-4:] == [
        "  |                         ^^^^^^^^^ no gradient passes this call",
        "  |",
        "9 -     target = (h * scale).detach()",
        "9 +     target = (h * scale)",
    ]


def test_changes_of_neighbouring_lines_stand_together_and_others_apart() -> None:
    def signs(first: int, second: int) -> list[str]:
        edits = [Edit(place(SOURCES, line, "loss"), "cost") for line in (first, second)]
        return [line[:4].rstrip() for line in changed(*edits)[1:]]

    assert signs(11, 12) == ["11 -", "11 +", "12 -", "12 +"]
    assert signs(11, 13) == ["11 -", "11 +", "...", "13 -", "13 +"]


def test_an_edit_over_several_lines_shows_all_of_them() -> None:
    edit = Edit(Place("train.py", 17, 11, 20, 15, "f"), "encoder(\n        x)")
    assert [line[:6] for line in changed(edit)[1:]] == ["17 -  ", "18 -  ", "19 -  ", "20 -  ", "17 +  ", "18 +  "]


@pytest.mark.parametrize(
    "edits",
    [
        (Edit(CUT.place, ""), Edit(place(SOURCES, 3, ".data", "model.py"), "")),
        (Edit(CUT.place, ""), Edit(place(SOURCES, 9, "detach"), "clone")),
        (Edit(Place("train.py", 9, 0, 9, 0, "f"), ""),),
        (Edit(Place("train.py", 999, 1, 999, 2, "f"), ""),),
        (Edit(CUT.place, ".detach()"),),
    ],
    ids=["two files", "overlapping", "unknown column", "unknown line", "no change"],
)
def test_an_edit_that_cannot_be_drawn_truly_is_not_drawn(edits: tuple[Edit, ...]) -> None:
    assert changed(*edits) == []


def test_drawing_never_imports_torch() -> None:
    root = str(Path(next(iter(whygrad.render.__path__))).parents[1])
    modules = "whygrad.render.layout, whygrad.render.terminal, whygrad.render.json"
    code = f"import sys; sys.path.insert(0, {root!r}); import {modules}; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
