"""A run in one file: plain data that can be diagnosed and drawn again anywhere, without torch and without the program.

Reading one executes nothing: it is unpacked up to a limit, compared with its checksum, and read field by field.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import stat
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from whygrad.plain_data import from_plain, to_plain
from whygrad.recording import SCHEMA, Recording, check_indices
from whygrad.whole_file import write_whole_bytes

MAGIC = "whygrad-run"
FORMAT = f"1.{SCHEMA}"
LARGEST = 1 << 29  # bytes, packed and unpacked
HEADER = 200  # bytes that the first line has at most
GZIP = 16 + zlib.MAX_WBITS


class NotASavedRun(Exception):
    """The file cannot be shown: one sentence that says why."""


@dataclass(frozen=True)
class SavedRun:
    """What whygrad had to diagnose of a run, and what it ran with."""

    whygrad: str
    torch: str
    python: str
    error: str  # that ended the program
    internal_error: str
    trace: tuple[str, ...]  # of the internal error: our own lines
    arguments: tuple[str, ...] | None  # of the program, where the user wanted them kept
    stages: tuple[tuple[Recording, ...], ...]  # the first stage with findings is reported
    noted: tuple[Recording, ...]  # what only notes are about

    @property
    def recordings(self) -> tuple[Recording, ...]:
        return (*(recording for stage in self.stages for recording in stage), *self.noted)

    def without_source(self) -> SavedRun:
        def bare(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
            return tuple(replace(r, sources=dict.fromkeys(r.sources, "")) for r in recordings)

        return replace(self, stages=tuple(bare(stage) for stage in self.stages), noted=bare(self.noted))


def save(run: SavedRun, path: str | Path, folders: Mapping[str, str]) -> None:
    """Write the run as a whole; `folders` gives the name under which each folder of this machine is kept."""
    write_whole_bytes(path, packed(run, folders))


def packed(run: SavedRun, folders: Mapping[str, str]) -> bytes:
    """The run as the bytes of its file."""
    names = _Names(folders)
    texts = {names.file(file): text for r in run.recordings for file, text in r.sources.items()}
    document = {"run": _portable(to_plain(run), names), "texts": texts}
    body = json.dumps(document, separators=(",", ":")).encode()
    header = f"{MAGIC} {FORMAT} {run.whygrad} {hashlib.sha256(body).hexdigest()}\n".encode()
    return gzip.compress(header + body, mtime=0)


def load(path: str | Path) -> SavedRun:
    """Read what `save` wrote; raises NotASavedRun for anything else."""
    try:
        run: SavedRun = from_plain(SavedRun, _with_texts(_document(_body(_content(path)))))
        for recording in run.recordings:
            check_indices(recording)
    except OSError as error:
        raise NotASavedRun(f"can't read {str(path)!r}: {error.strerror}") from None
    except _Foreign as error:
        raise NotASavedRun(f"{str(path)!r} {error}") from None
    except ValueError as error:
        raise NotASavedRun(f"{str(path)!r} is damaged: {error}") from None
    except (TypeError, AttributeError, KeyError):
        raise NotASavedRun(f"{str(path)!r} is damaged: a part is missing or of the wrong type") from None
    except (RecursionError, MemoryError):
        raise NotASavedRun(f"{str(path)!r} is damaged: it is too deep or too large") from None
    return run


def _content(path: str | Path) -> bytes:
    """The bytes of a plain file. A pipe might never end, nor even begin, and neither does a device."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            raise _Foreign("is a directory")
        if not stat.S_ISREG(kind):
            raise _Foreign("is a pipe or a device, not a file")
        with open(handle, "rb", closefd=False) as file:
            content = file.read(LARGEST + 1)
    finally:
        os.close(handle)
    if len(content) > LARGEST:
        raise _Foreign(f"has more than {LARGEST:,} bytes")
    return content


def _document(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        raise ValueError("it does not contain valid JSON") from None


class _Foreign(Exception):
    """Why the file is not one that this whygrad wrote, as the end of a sentence about it."""


def _body(content: bytes) -> bytes:
    unpacking = zlib.decompressobj(GZIP)
    try:
        begin = unpacking.decompress(content, HEADER)
        checksum = _checksum(begin.partition(b"\n")[0])  # before the rest is unpacked
        body = begin.partition(b"\n")[2] + unpacking.decompress(unpacking.unconsumed_tail, LARGEST)
    except zlib.error:
        damaged = "is damaged, or " if content.startswith(b"\x1f\x8b") else ""  # packed, as ours are
        raise _Foreign(f"{damaged}was not written by `whygrad run --save`") from None
    if unpacking.unconsumed_tail and not unpacking.eof:
        raise _Foreign(f"unpacks to more than {LARGEST:,} bytes")
    if not unpacking.eof or unpacking.unused_data or checksum != hashlib.sha256(body).hexdigest():
        raise _Foreign("is incomplete or was changed after whygrad wrote it")
    return body


def _checksum(header: bytes) -> str:
    words = header.decode("ascii", "replace").split(" ")
    if len(words) != 4 or words[0] != MAGIC:
        raise _Foreign("was not written by `whygrad run --save`")
    if words[1] != FORMAT:
        raise _Foreign(f"was written by whygrad {words[2]}, in format {words[1]}; this version reads format {FORMAT}")
    return words[3]


def _with_texts(document: Any) -> Any:
    """Every file that is named gets its text, or none: nothing is read from this machine's files."""
    texts, run = document["texts"], document["run"]
    for recording in [r for stage in [*run["stages"], run["noted"]] for r in stage]:
        named = {*recording["sources"], *_files(recording)}
        recording["sources"] = {file: texts.get(file, "") for file in sorted(named)}
    return run


def _files(value: Any) -> Iterable[str]:
    """All files that plain data names, in places and elsewhere."""
    if isinstance(value, dict):
        if isinstance(value.get("file"), str):
            yield value["file"]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _files(item)


class _Names:
    """Names for files that say nothing of the machine."""

    def __init__(self, folders: Mapping[str, str]) -> None:
        known = {os.path.join(folder, ""): name for folder, name in folders.items() if folder}
        self._folders = sorted(known.items(), key=lambda pair: -len(pair[0]))
        self._others: dict[str, str] = {}

    def file(self, file: str) -> str:
        if not os.path.isabs(file):
            return file
        for folder, name in self._folders:
            if file.startswith(folder):
                return (name + file[len(folder) :]).replace(os.sep, "/")
        folder, name = os.path.split(file)
        return f"{self._others.setdefault(folder, f'elsewhere/{len(self._others) + 1}')}/{name}"

    def text(self, text: str) -> str:
        """A sentence, without the folders that it names."""
        for folder, name in self._folders:
            text = text.replace(folder, name)
        return text


def _portable(value: Any, names: _Names, key: str = "") -> Any:
    """Plain data with other names for files; the texts of `sources` are kept apart."""
    if key == "sources" and isinstance(value, dict):  # some evidence has sources too, which are nodes
        return {names.file(file): "" for file in value}
    if isinstance(value, dict):
        return {name: _portable(item, names, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_portable(item, names, key) for item in value]
    if isinstance(value, str):
        return names.file(value) if key == "file" else names.text(value)
    return value
