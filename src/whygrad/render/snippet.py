"""The lines of one file with the labels that lie in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from whygrad.diagnostic import Label
from whygrad.render import marks
from whygrad.render.frame import Frame
from whygrad.render.text import Line, expand
from whygrad.render.window import fit
from whygrad.safe_text import prose
from whygrad.source.files import SourceFiles


@dataclass(frozen=True)
class Span:
    """Characters of one line, counted from 0, the end exclusive."""

    line: int
    start: int
    end: int
    text: str
    primary: bool


def spans_of(label: Label, primary: bool, sources: SourceFiles) -> list[Span]:
    """What is to be marked for a label; nothing where the line is not known.

    Of an expression over several lines the first line is marked to its end, with the label, and the last one.
    Where the columns are unknown, or cannot be those of the text at hand, the line is marked as a whole.
    """
    place, text = label.place, prose(label.text)
    if not sources.text(place.file) or not 0 < place.line <= len(sources.lines(place.file)):
        return []
    line = sources.line(place.file, place.line)
    first = Span(place.line, *_stripped(line), text, primary)
    if not 0 < place.column <= len(line) + 1:
        return [first]
    start = place.column - 1
    if place.end_line <= place.line:
        end = place.end_column - 1
        return [Span(place.line, start, end, text, primary) if start <= end <= len(line) else first]
    first = Span(place.line, start, max(first.end, start), text, primary)
    last = sources.line(place.file, place.end_line)
    begin, end = _stripped(last)[0], place.end_column - 1
    if begin < end <= len(last):
        return [first, Span(place.end_line, begin, end, "", primary)]
    return [first]


def _stripped(line: str) -> tuple[int, int]:
    end = len(line.rstrip())
    return min(len(line) - len(line.lstrip()), end), end


def draw(frame: Frame, sources: SourceFiles, file: str, spans: Sequence[Span]) -> Iterator[Line]:
    """The file's marked lines in order; between two that are not neighbours the one line between them, or `...`."""
    previous: int | None = None
    for number in sorted({span.line for span in spans}):
        if previous is not None and number == previous + 2:
            yield from _draw_line(frame, sources.line(file, number - 1), number - 1, [])
        elif previous is not None and number > previous + 2:
            yield frame.gap()
        yield from _draw_line(frame, sources.line(file, number), number, [s for s in spans if s.line == number])
        previous = number


def _draw_line(frame: Frame, line: str, number: int, spans: Sequence[Span]) -> Iterator[Line]:
    shown, index = expand(line.rstrip())
    # What is marked may lie in the blanks at the end of the line, which are not shown.
    last = len(index) - 1
    ranges = [(index[min(span.start, last)], index[min(span.end, last)]) for span in spans]
    window = fit(shown, ranges, frame.room)
    yield frame.source(number, window.text)
    if spans:
        drawn = [
            marks.Mark(*window.columns(*cells), span.text, span.primary)
            for span, cells in zip(spans, ranges, strict=True)
        ]
        for row in marks.draw(drawn, frame.room):
            yield frame.under(row)
