"""Recordings in the tree: one file of text a shelf, folded so that little stands there twice.

A line is a program. It is not compressed, because git does that itself, and keeps a new version as a small difference:
of compressed files it would keep each version whole.

The programs' own texts are left out: they stand in the tree, and a checksum tells whether they are still those that
were recorded.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from folding import fold, unfold
from recorded_programs import Program

from whygrad.recording import SCHEMA, Recording

RECORDINGS = Path(__file__).parent / "recordings"
LIBRARIES = ("site-packages/", "lib/")  # their texts are not ours to keep, and no place in them is ever shown
FORMAT = f"schema {SCHEMA}"  # the first line of a file
REBUILD = "`make recordings` records all programs anew, `make recordings ONLY={}` this one"


class Stale(Exception):
    """What is kept was recorded of another program, or by another whygrad."""


@dataclass(frozen=True)
class Shelf:
    """What is kept of some programs, by their titles."""

    name: str
    programs: dict[str, Any]

    @property
    def path(self) -> Path:
        return RECORDINGS / f"{self.name}.txt"

    def write(self) -> bool:
        """Is the file another now?"""
        lines = [f"{FORMAT}\n", *(f"{title} {_text(fold(kept))}\n" for title, kept in sorted(self.programs.items()))]
        text = "".join(lines).encode()
        if self.path.exists() and self.path.read_bytes() == text:
            return False
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(text)
        return True

    @staticmethod
    def read(name: str) -> Shelf:
        shelf = Shelf(name, {})
        if shelf.path.exists():
            form, *lines = shelf.path.read_bytes().decode().splitlines()
            if form != FORMAT:
                raise Stale(f"{name} was recorded by another version of whygrad: {REBUILD.format(name)}")
            titled = (line.partition(" ") for line in lines)
            shelf.programs.update((title, unfold(json.loads(text))) for title, _, text in titled)
        return shelf


def _text(document: Any) -> str:
    return json.dumps(document, separators=(",", ":"))


def shelved(program: Program, asked: list[list[dict[str, Any]]]) -> dict[str, Any]:
    """What is kept of a program: a text of its own by its checksum; one that the program made itself as it is."""
    texts = {program.arguments[-1]: program.texts[program.arguments[-1]]}
    for recordings in asked:
        for recording in recordings:
            texts.update(recording["sources"])
            recording["sources"] = sorted(recording["sources"])
    own = {file: _checksum(text) for file, text in texts.items() if program.texts.get(file) == text}
    made = {file: "" if file.startswith(LIBRARIES) else text for file, text in texts.items() if file not in own}
    return {"own": own, "made": made, "asked": asked}


_shelf = lru_cache(maxsize=2)(Shelf.read)


def recordings_of(program: Program, shelf: Shelf | None = None) -> list[list[Recording]]:
    """What was diagnosed of a program; raises Stale where that cannot be told any more."""
    kept = (shelf or _shelf(program.shelf)).programs.get(program.title)
    if kept is None:
        raise Stale(f"{program.title} is not recorded yet: {REBUILD.format(program.title)}")
    texts = dict(kept["made"])
    for file, checksum in kept["own"].items():
        texts[file] = program.texts.get(file, "")
        if _checksum(texts[file]) != checksum:
            raise Stale(f"{program.title} was changed since it was recorded: {REBUILD.format(program.title)}")
    try:
        return [[_recording(raw, texts) for raw in recordings] for recordings in kept["asked"]]
    except ValueError as error:
        raise Stale(f"{program.title} cannot be read, {error}: {REBUILD.format(program.title)}") from error


def _recording(raw: dict[str, Any], texts: dict[str, str]) -> Recording:
    return Recording.from_document({**raw, "sources": {file: texts[file] for file in raw["sources"]}})


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
