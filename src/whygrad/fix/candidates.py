"""Which changes may cure a finding, the likeliest first: the cause's own edits, then the repairs of its kind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice

from whygrad.diagnostic import Diagnostic, Edit
from whygrad.finding import Finding
from whygrad.fix.change import Change, edited
from whygrad.fix.repairs import Repair, comes_first, others, repairs_for
from whygrad.fix.scene import Scene
from whygrad.place import Place
from whygrad.source.files import SourceFiles

MOST = 40
AS_PROPOSED = "as the diagnostic proposes"
NAMED = re.compile(r"(?<![\w.])torch\.")
UNEXPLAINED = ("not-explained", "not-recorded", "torch-warning")  # of which the cause tells nothing


def changes_for(
    finding: Finding, diagnostic: Diagnostic, sources: SourceFiles, files: Sequence[str] = ()
) -> list[Change]:
    """Changes that differ from each other and leave Python text behind; `files` are all that the program has loaded."""
    scene = Scene(finding, diagnostic, sources, files)
    seen: set[frozenset[tuple[Place, str]]] = set()
    found: list[Change] = []
    for change in map(partial(_with_import, scene), islice(_all(scene), 4 * MOST)):
        key = frozenset((edit.place, edit.text) for edit in change.edits)
        if key not in seen and _parses(change, sources):
            seen.add(key)
            found.append(change)
    return found[:MOST]


def _all(scene: Scene) -> Iterator[Change]:
    own = repairs_for(scene.cause)
    first, own = [r for r in own if comes_first(r)], [r for r in own if not comes_first(r)]
    yield from chain.from_iterable(_tried(repair, scene, place) for repair in first for place in scene.places)
    if edits := scene.diagnostic.edits or scene.diagnostic.untried:
        yield Change(AS_PROPOSED, edits)
    yield from chain.from_iterable(_tried(repair, scene, place) for place in scene.places for repair in own)
    rest = others(scene.cause) if scene.cause in UNEXPLAINED else []
    for change in chain.from_iterable(_tried(repair, scene, place) for place in scene.places[:1] for repair in rest):
        if not any(_takes_out(edit, scene.places[0]) for edit in change.edits):
            yield change


def _takes_out(edit: Edit, place: Place) -> bool:
    """Is the line itself left out? A repair that was made for another cause knows nothing against it."""
    there = edit.place
    covers = there.file == place.file and there.line <= place.line and place.end_line <= there.end_line
    return covers and edit.text.strip() in ("", "pass") and (there.column == 1 or edit.text.strip() == "pass")


def _with_import(scene: Scene, change: Change) -> Change:
    """The change, with `import torch` in files that it makes speak of torch, and that do not know it."""
    missing = [
        scene.text(file).add_import("import torch")
        for file in change.files
        if "torch" not in scene.text(file).syntax.imported
        if any(e.place.file == file and NAMED.search(e.text) for e in change.edits)
    ]
    return replace(change, edits=(*change.edits, *missing)) if missing else change


def _tried(repair: Repair, scene: Scene, place: Place) -> Iterator[Change]:
    found = scene.at(place)
    if found is not None:
        yield from repair(scene, *found)


def _parses(change: Change, sources: SourceFiles) -> bool:
    """Does each file parse with the change, and differ from what it was, with no other text in its strings?"""
    for file in change.files:
        old = sources.text(file)
        new = edited(old, [edit for edit in change.edits if edit.place.file == file])
        if new is None or new == old:
            return False
        try:
            tree = ast.parse(new)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
        if not _long_strings(tree) <= _long_strings(sources.syntax(file).tree):
            return False
    return True


def _long_strings(tree: ast.AST) -> set[str]:
    """The strings that go over several lines: where a statement moves, they must not."""
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str) and "\n" in value}
