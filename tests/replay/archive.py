"""Recordings in the tree: one compressed file a shelf, folded so that little stands there twice.

A file is a few xz streams, one after the other, each of some of the shelf's programs. A program that changes changes
the bytes of its own stream alone, so that git keeps a new version as a small difference.

The programs' own texts are left out: they stand in the tree, and a checksum tells whether they are still those that
were recorded.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from folding import fold, unfold
from recorded_programs import Program

from whygrad.recording import SCHEMA, Recording

RECORDINGS = Path(__file__).parent / "recordings"
LIBRARIES = ("site-packages/", "lib/")  # their texts are not ours to keep, and no place in them is ever shown
SMALLEST = ({"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME},)
STREAMS = 8  # of a shelf: more make a change smaller and the file larger, by what programs have in common
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
        return RECORDINGS / f"{self.name}.json.xz"

    def write(self) -> bool:
        """Is the file another now? What is the same stays as it is, whatever compresses it."""
        if self.path.exists() and _is_current(self.path) and Shelf.read(self.name)._sorted() == self._sorted():
            return False
        known = {text: packed for packed, text in _streams(self.path)} if self.path.exists() else {}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(b"".join(known.get(text) or _packed(text) for text in self._documents()))
        return True

    def _sorted(self) -> bytes:
        return _text(dict(sorted(self.programs.items())))

    def _documents(self) -> list[bytes]:
        """The text of each stream; which one a program is in depends on its title alone."""
        parts: dict[int, dict[str, Any]] = {}
        for title, kept in sorted(self.programs.items()):
            parts.setdefault(zlib.crc32(title.encode()) % STREAMS, {})[title] = kept
        return [_text({"schema": SCHEMA, "programs": fold(part)}) for _, part in sorted(parts.items())]

    @staticmethod
    def read(name: str) -> Shelf:
        shelf = Shelf(name, {})
        for _, text in _streams(shelf.path) if shelf.path.exists() else ():
            document = json.loads(text)
            if document["schema"] != SCHEMA:
                raise Stale(f"{name} was recorded by another version of whygrad: {REBUILD.format(name)}")
            shelf.programs.update(unfold(document["programs"]))
        return shelf


def _streams(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """Each stream of a file, as it is packed and as text."""
    content = path.read_bytes()
    while content:
        unpacking = lzma.LZMADecompressor()
        text = unpacking.decompress(content)
        yield content[: len(content) - len(unpacking.unused_data)], text
        content = unpacking.unused_data


def _is_current(path: Path) -> bool:
    return all(json.loads(text)["schema"] == SCHEMA for _, text in _streams(path))


def _packed(text: bytes) -> bytes:
    return lzma.compress(text, check=lzma.CHECK_CRC32, filters=SMALLEST)


def _text(document: Any) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()


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
