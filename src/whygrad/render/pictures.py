"""Pictures of a report as SVG: the path of a gradient, and the order of passes, steps and clearings.

A path is a row of boxes with a fan of parameters at its start, a timeline is a row of marks for each line: a layout
library, which is written for graphs, would be a hundred times as large as the page.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import NamedTuple

from whygrad.evidence.report import Happening
from whygrad.finding import Finding, Step
from whygrad.recording import Place
from whygrad.safe_text import one_line
from whygrad.source.files import SourceFiles
from whygrad.source.naming import short_place

WIDE, HIGH, GAP = 158, 46, 34  # of a box, and between boxes
PER_ROW = 5  # boxes beside each other
MOST_BOXES, MOST_PARAMETERS = 10, 4
MARK = 15  # from one happening to the next
ROW, MARGIN, LABEL = 26, 8, 420
LETTERS = 20  # that fit into a box
SIGNS = {"backward": "b", "step": "s", "clear": "c"}


class Box(NamedTuple):
    title: str
    place: str
    role: str  # "parameter", "step", "cut", "loss" or "gap"


def path_picture(finding: Finding) -> str:
    """From the parameter through the operations to the loss, with the cut marked; empty where no path is known."""
    boxes = _boxes(finding)
    if len(boxes) < 2:
        return ""
    more = [name for name in finding.lost if name != boxes[0].title][: MOST_PARAMETERS - 1]
    left_out = len(finding.lost) - 1 - len(more)
    rows = (len(boxes) - 1) // PER_ROW + 1
    top = MARGIN + len(more) * (HIGH // 2) + (HIGH // 2 if left_out > 0 else 0)
    width = min(len(boxes), PER_ROW) * (WIDE + GAP)
    height = top + rows * (HIGH + GAP) - GAP + MARGIN
    parts = [_beside(number, name) for number, name in enumerate(more)]
    if left_out > 0:
        parts.append(_beside(len(more), f"and {left_out} more"))
    cut = next((number for number, box in enumerate(boxes) if box.role == "cut"), len(boxes))
    for number, box in enumerate(boxes):
        if number:  # the gradient comes from the loss, so nothing arrives before the cut
            parts.append(_arrow(number, top, "gone" if number <= cut else "way"))
        parts.append(_box(number, box, top))
    return _svg(width, height, "the path of the gradient, from the parameter to the loss", parts)


def _boxes(finding: Finding) -> list[Box]:
    shown = finding.birth or finding.cut
    if shown is None or not shown.path:
        return []
    boxes = [_as_box(step, "step") for step in shown.path]
    boxes[0] = boxes[0]._replace(role="cut" if boxes[0].role == "cut" else "parameter")
    boxes = [box for n, box in enumerate(boxes) if not n or box.role == "cut" or box[:2] != boxes[n - 1][:2]]
    root = shown.root or "the loss"
    if boxes[-1].role == "cut":
        boxes.append(Box(root, "", "loss"))
    else:
        boxes[-1] = Box(root, boxes[-1].place, "loss")
    return _shortened(boxes)


def _as_box(step: Step, role: str) -> Box:
    return Box(step.op, short_place(step.place.file, step.place.line), "cut" if step.label == "cut" else role)


def _shortened(boxes: list[Box]) -> list[Box]:
    """The ends and what is around the cut; the rest is counted."""
    if len(boxes) <= MOST_BOXES:
        return boxes
    cut = next((n for n, box in enumerate(boxes) if box.role == "cut"), 0)
    kept = sorted({0, 1, *range(max(0, cut - 2), min(len(boxes), cut + 3)), len(boxes) - 2, len(boxes) - 1})
    shown: list[Box] = []
    for before, at in zip([kept[0], *kept], kept, strict=False):
        if at - before > 1:
            shown.append(Box(f"… {at - before - 1} more", "", "gap"))
        shown.append(boxes[at])
    return shown


def _corner(number: int, top: int) -> tuple[int, int]:
    return MARGIN + number % PER_ROW * (WIDE + GAP), top + number // PER_ROW * (HIGH + GAP)


def _box(number: int, box: Box, top: int) -> str:
    x, y = _corner(number, top)
    tooltip = f"<title>{_escaped(' '.join(filter(None, (box.title, box.place))))}</title>"
    frame = f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="6"/>'
    title = f'<text x="{x + 10}" y="{y + (19 if box.place else 28)}" class="title">{_fitting(box.title)}</text>'
    place = f'<text x="{x + 10}" y="{y + 36}" class="place">{_fitting(box.place)}</text>' if box.place else ""
    cross = f'<text x="{x + WIDE - 18}" y="{y + 20}" class="cross">✕</text>' if box.role == "cut" else ""
    return f'<g class="box {box.role}">{tooltip}{frame}{title}{place}{cross}</g>'


def _arrow(number: int, top: int, role: str) -> str:
    """From the box before to this one; into a new row it goes down and back to the left."""
    (x, y), (to, down) = _corner(number - 1, top), _corner(number, top)
    if y == down:
        way = f"M{x + WIDE} {y + HIGH // 2}H{to - 3}"
    else:
        middle = y + HIGH + GAP // 2
        way = f"M{x + WIDE // 2} {y + HIGH}V{middle}H{to + WIDE // 2}V{down - 3}"
    return f'<path class="{role}" d="{way}" marker-end="url(#arrow)"/>'


def _beside(number: int, name: str) -> str:
    """Another parameter that has no gradient for the same reason, above the first box."""
    return f'<text x="{MARGIN + 10}" y="{MARGIN + 12 + number * (HIGH // 2)}" class="place">{_fitting(name)}</text>'


def timeline_picture(happenings: Sequence[Happening], sources: SourceFiles) -> str:
    """A row for each line that did something, in the order in which they first did; time goes to the right."""
    known = [(h.kind, h.chain[-1]) for h in happenings if h.chain]
    rows: dict[tuple[str, str, int], int] = {}
    parts = []
    for number, (kind, place) in enumerate(known):
        key = (kind, place.file, place.line)
        if key not in rows:
            rows[key] = len(rows)
            parts.append(_row(rows[key], kind, place, sources))
        x, y = LABEL + MARGIN + number * MARK, MARGIN + rows[key] * ROW
        parts.append(f'<g class="mark {kind}"><title>{number + 1}: {kind}</title>{_mark(x, y, kind)}</g>')
    if not rows:
        return ""
    width = LABEL + 2 * MARGIN + len(known) * MARK + MARK
    return _svg(width, 2 * MARGIN + len(rows) * ROW, "the order of passes, steps and clearings", parts)


def _row(number: int, kind: str, place: Place, sources: SourceFiles) -> str:
    y = MARGIN + number * ROW + 14
    text = sources.line(place.file, place.line).strip()
    shown = _fitting(f"{short_place(place.file, place.line)}  {text}", 46)
    line = f'<path class="lane" d="M{LABEL} {y - 5}H10000"/>'
    return f'{line}<text x="{MARGIN}" y="{y}" class="{kind}">{kind}</text><text x="80" y="{y}">{shown}</text>'


def _mark(x: int, y: int, kind: str) -> str:
    letter = f'<text x="{x + 3}" y="{y + 14}" class="letter">{SIGNS[kind]}</text>'
    return f'<rect x="{x}" y="{y + 3}" width="13" height="14" rx="3"/>{letter}'


def _svg(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    head = '<path d="M0 0L6 3L0 6z"/>'
    arrow = f'<defs><marker id="arrow" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto">{head}</marker>'
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg {size} role="img" aria-label="{_escaped(title)}">{arrow}</defs>{"".join(parts)}</svg>'


def _fitting(text: str, letters: int = LETTERS) -> str:
    """The end of a long name tells more than its start."""
    text = one_line(text)
    return _escaped(
        text if len(text) <= letters else f"…{text[1 - letters :]}" if letters == LETTERS else text[:letters]
    )


def _escaped(text: str) -> str:
    return html.escape(one_line(text))
