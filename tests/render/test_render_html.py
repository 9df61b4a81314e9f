"""Diagnostics as HTML: nothing of the program's text becomes markup, and what is long is folded."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

from render_samples import CWD, DETACHED, SOURCES

from whygrad.diagnostic import Diagnostic, Label
from whygrad.recording import Place
from whygrad.render.html import answer_to_html, to_html, ways_to_html
from whygrad.source.files import SourceFiles

NASTY = "<script>alert('x')</script> & \"\x1b[31m\u202e"
FILE = f"/{NASTY}.py"


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.feed(text)
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


OURS = {"div", "style", "span", "pre", "code", "details", "summary", "br", "table", "tr", "td"}


def test_no_text_of_the_programs_becomes_markup() -> None:
    place = Place(FILE, 1, 1, 1, 9, NASTY)
    label = Label(place, NASTY)
    diagnostic = Diagnostic(NASTY, "error", NASTY, label, (label,), (NASTY,), (NASTY, NASTY))
    texts = [
        to_html([diagnostic] * 3, SourceFiles({FILE: NASTY}), "/"),
        answer_to_html(NASTY),
        ways_to_html(NASTY, [(NASTY, [(NASTY, NASTY)])] * 9),
    ]
    for text in texts:
        assert Tags(text).seen <= OURS
        assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", text)


def test_the_excerpt_is_in_sight_and_the_rest_is_folded() -> None:
    drawn = to_html([DETACHED], SOURCES, CWD)
    before, folded = drawn.split("<details>", 1)
    assert "train.py:9:25" in before and "^^^^^^^^^" in before
    assert "= </span>" in folded and "= </span>" not in before


def test_of_many_the_first_is_in_sight_and_ten_are_drawn() -> None:
    others = [replace(DETACHED, message=f"number {i}") for i in range(11)]
    drawn = to_html([DETACHED, *others], SOURCES, CWD)
    assert "<summary>11 more findings; the 9 most likely are shown</summary>" in drawn
    assert "number 8" in drawn and "number 9" not in drawn
    assert drawn.index("<summary>11 more") < drawn.index("number 0")
