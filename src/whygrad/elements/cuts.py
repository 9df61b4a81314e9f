"""Cuts by the names under which a program's author knows them: a finding, a cause, a line."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from whygrad.finding import Finding
from whygrad.ops import SWITCHING
from whygrad.record.seam import torch_api
from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.naming import short_place
from whygrad.source.span import decorator_place
from whygrad.tape.cells import Cut

CAUSES = frozenset({"grad-disabled", "inference-tensor", "left-torch", "rebuilt-tensor", "copied-tensor",
                    "detached-tensor", "non-differentiable-function", "no-derivative"})  # fmt: skip


class Passes:
    """Which cuts are to be passed as if they were not there; called with a cut."""

    def __init__(self, through: Any, recorder: Any) -> None:
        self._recorder = recorder
        self._sources = SourceFiles()
        self._places: dict[Cut, list[Place]] = {}
        self._names: set[str] = set()
        self._lines: set[tuple[str, int]] = set()
        self._unmet: set[str] = set()
        self._everything = through is True
        for entry in () if through in (None, True, False) else _entries(through):
            self._add(entry)

    def _add(self, entry: Any) -> None:
        if isinstance(entry, Finding):
            if entry.site is not None:
                self._lines.add((entry.site.file, entry.site.line))
        elif isinstance(entry, bool) or not isinstance(entry, (int, str)):
            raise TypeError(f"`through` takes a finding of `why`, a cause or a line, not a {type(entry).__name__}")
        elif isinstance(entry, int):
            self._lines.add(("", entry))
        elif ":" in entry:
            file, _, line = entry.rpartition(":")
            if not line.isdecimal():
                raise ValueError(f"`through={entry!r}` is not a line: write a line as `train.py:12`")
            self._lines.add((file, int(line)))
        else:
            self._names.add(entry)
            if entry not in CAUSES:  # an operation, perhaps the program's own: it is known when it is met
                self._unmet.add(entry)

    def __call__(self, cut: Cut) -> bool:
        if self._everything:
            return True
        if named := self._names & names_of(cut):
            self._unmet -= named
            return True
        return any(
            place.line == line and (not file or place.file == file or place.file.endswith(os.sep + file))
            for file, line in self._lines
            for place in self.places(cut)
        )

    def check(self) -> None:
        """After the walk: a name that is no cause's, and no cut's that was met, is a mistake."""
        if self._unmet:
            known = ", ".join(f"`{name}`" for name in sorted(CAUSES))
            raise ValueError(
                f"`through={min(self._unmet)!r}` is not a cut on the path from `wrt` to `of`: pass a cause ({known}), "
                "an operation or a line"
            )

    def places(self, cut: Cut) -> list[Place]:
        """Where the cut is: the call itself and, where gradients were off, the statement that switched them off."""
        if self._recorder is None:
            return []
        if cut not in self._places:
            stack = self._recorder.stack
            chains = [stack.chain(cut.switch.frames, self._sources)] if cut.switch is not None else []
            found = [chain[-1] for chain in chains if chain]
            decorated = cut.switch.decorated if cut.switch is not None else None
            if decorated is not None and stack.ownership[decorated.co_filename]:
                found.insert(0, decorator_place(decorated, SWITCHING, self._sources))
            own = stack.chain(cut.frames, self._sources)
            self._places[cut] = found + ([own[-1]] if own else [])
        return self._places[cut]


def _entries(through: Any) -> Iterable[Any]:
    if hasattr(through, "findings"):  # what `why` returns
        return list(through.findings)
    if isinstance(through, (list, tuple, set)):
        return [entry for part in through for entry in _entries(part)]
    return [through]


def names_of(cut: Cut) -> set[str]:
    """The causes under which a cut may be known."""
    if cut.switch is not None:
        return {"grad-disabled", "inference-tensor", cut.switch.kind}
    if cut.kind == "number":
        return {"left-torch", "rebuilt-tensor"}
    name = torch_api.name_of(cut.op).rpartition(".")[2]
    if cut.kind == "view":
        return {"detached-tensor", name}
    if name in ("tensor", "as_tensor", "asarray", "new_tensor"):
        return {"rebuilt-tensor", "copied-tensor", name}
    return {"non-differentiable-function", "copied-tensor", "no-derivative", name}


def told(cuts: list[Cut], passes: Passes) -> str:
    """The cuts in words, with their lines."""
    return ", and ".join(dict.fromkeys(_told(cut, passes) for cut in cuts))


def _told(cut: Cut, passes: Passes) -> str:
    places = passes.places(cut)
    where = f" at {short_place(places[0].file, places[0].line)}" if places else ""
    if cut.switch is not None:
        return f"gradients were switched off{where}"
    if cut.kind == "alias":
        return "its memory was passed to another tensor outside the recording"
    return f"`{_written(cut.op)}`{where}"


def _written(op: Any) -> str:
    """An operation as it is written in a program."""
    name = torch_api.name_of(op)
    method = name.removeprefix("torch.Tensor.")
    if method == name:
        return name
    return f".{method}" if method in ("data",) else f".{method}()"
