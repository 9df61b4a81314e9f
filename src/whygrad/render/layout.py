"""The drawing of a diagnostic, as lines of text with roles; every output that shows source text takes it from here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whygrad.diagnostic import Diagnostic, Label
from whygrad.recording import Place
from whygrad.render import patch, snippet
from whygrad.render.frame import Frame
from whygrad.render.paths import shown_path
from whygrad.render.text import Line, wrap
from whygrad.safe_text import one_line, prose
from whygrad.source.files import SourceFiles
from whygrad.source.naming import cell_name

SMALLEST_WIDTH = 40
_HANGING = 4  # indentation of a message's further lines


class Drawing(NamedTuple):
    """The parts of a diagnostic, as lines; each line is a tuple of (text, role)."""

    headline: list[Line]
    excerpt: list[Line]  # of the source, with marks
    remarks: list[Line]  # notes, helps and the change


def layout(diagnostic: Diagnostic, sources: SourceFiles, width: int, cwd: str) -> list[Line]:
    """The lines of a diagnostic, drawn as rustc draws them, in `width` cells; each is a tuple of (text, role)."""
    headline, excerpt, remarks = drawing(diagnostic, sources, width, cwd)
    return [*headline, *excerpt, *remarks]


def drawing(diagnostic: Diagnostic, sources: SourceFiles, width: int, cwd: str) -> Drawing:
    """The same in parts."""
    width = max(width, SMALLEST_WIDTH)
    labels = _labels(diagnostic)
    spans = {label: snippet.spans_of(label, label is diagnostic.primary, sources) for label in labels}
    hunks = patch.hunks_of(diagnostic.edits, sources)
    numbers = [span.line for marked in spans.values() for span in marked]
    numbers += [hunk.number + max(len(hunk.old), len(hunk.new), 1) - 1 for hunk in hunks]
    if labels:
        numbers.append(labels[0].place.line)
    frame = Frame(digits=len(str(max(numbers, default=0))), width=width)
    snippets = list(_snippets(frame, sources, spans, cwd))
    unseen = [label for label, marked in spans.items() if not marked]
    remarks = list(_remarks(frame, diagnostic, hunks, unseen, cwd))
    if snippets and remarks:
        snippets.append(frame.bar())
    parts = (_headline(diagnostic, width), snippets, remarks)
    return Drawing(*([_trimmed(line) for line in part] for part in parts))


def _labels(diagnostic: Diagnostic) -> list[Label]:
    first = [diagnostic.primary] if diagnostic.primary else []
    return [*first, *(label for label in diagnostic.labels if label != diagnostic.primary)]


def _headline(diagnostic: Diagnostic, width: int) -> list[Line]:
    head = f"{one_line(diagnostic.severity)}[{one_line(diagnostic.cause)}]"
    first, *rest = wrap(prose(diagnostic.message), width - _HANGING, width - len(head) - 2)
    lines: list[Line] = [((head, diagnostic.severity), (f": {first}", "message"))]
    return lines + [((" " * _HANGING + line, "message"),) for line in rest]


def _location(place: Place, cwd: str) -> str:
    if cell := cell_name(place.file):
        return one_line(f"{cell}, line {place.line}")
    path = one_line(shown_path(place.file, cwd))
    return f"{path}:{place.line}:{place.column}" if place.column else f"{path}:{place.line}"


def _snippets(frame: Frame, sources: SourceFiles, spans: dict[Label, list[snippet.Span]], cwd: str) -> Iterator[Line]:
    by_file: dict[str, list[Label]] = {}
    for label in spans:
        by_file.setdefault(label.place.file, []).append(label)
    for position, (file, labels) in enumerate(by_file.items()):
        marked = [span for label in labels for span in spans[label]]
        if position and not marked:
            continue
        if position:
            yield frame.bar()
        yield frame.arrow(":::" if position else "-->", _location(labels[0].place, cwd))
        if marked:
            yield frame.bar()
            yield from snippet.draw(frame, sources, file, marked)


def _remarks(
    frame: Frame, diagnostic: Diagnostic, hunks: Sequence[patch.Hunk], unseen: Sequence[Label], cwd: str
) -> Iterator[Line]:
    for label in unseen:
        # The place of the primary label stands after the arrow already.
        where = "" if label is diagnostic.primary else f"{_location(label.place, cwd)}: "
        if label.text:
            yield from frame.remark("note", where + prose(label.text))
    for note in diagnostic.notes:
        yield from frame.remark("note", prose(note))
    for text in diagnostic.helps[:1]:
        yield from frame.remark("help", prose(text))
    if hunks:
        yield from _change(frame, diagnostic, hunks, cwd)
    for text in diagnostic.helps[1:]:
        yield from frame.remark("help", prose(text))


def _change(frame: Frame, diagnostic: Diagnostic, hunks: Sequence[patch.Hunk], cwd: str) -> Iterator[Line]:
    place = diagnostic.edits[0].place
    if diagnostic.helps and (diagnostic.primary is None or diagnostic.primary.place.file != place.file):
        yield frame.arrow("-->", _location(place, cwd))
    if diagnostic.helps or diagnostic.notes:
        yield frame.bar()
    yield from patch.draw(frame, hunks)
    if diagnostic.helps[1:]:
        yield frame.bar()


def _trimmed(line: Line) -> Line:
    segments = list(line)
    while segments and not segments[-1][0].rstrip():
        segments.pop()
    if segments:
        segments[-1] = (segments[-1][0].rstrip(), segments[-1][1])
    return tuple(segments)
