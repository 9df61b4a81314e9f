"""`%whygrad fix`: the cells that ran are tried as one program in other processes, and a changed cell is proposed."""

from __future__ import annotations

import argparse
import difflib
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from whygrad.fix.change import Change
from whygrad.fix.report import Report
from whygrad.fix.search import Search, State
from whygrad.fix.trial import Asked, Limits, Runner
from whygrad.fix.verdict import Judgement
from whygrad.integrations.cells import Cell, as_program, place_in_cells, texts_in, typed, worth_running

USAGE = "usage: %whygrad fix [--tries N] [--seconds S]"
Say = Callable[[str], None]


class Fixing:
    """One search for a repair of the cells; `say` hears of each trial."""

    def __init__(self, cells: Sequence[Cell], tries: int, seconds: float, say: Say) -> None:
        self._cells = worth_running(cells)
        self._text = as_program(self._cells, os.getcwd())
        self._tries, self._seconds, self._say = tries, seconds, say

    def changed_cells(self) -> dict[int, str]:
        """The cells that a repair which was seen to work changes, as they are to be typed; none where there is none."""
        with _file(self._text) as path:
            runner = Runner(Asked(path, False, ()), given=b"")
            try:
                return self._changed(self._searched(runner, path), path)
            finally:
                runner.stop()

    def _searched(self, runner: Runner, path: str) -> State | None:
        first = runner.first(Limits(self._seconds), _ignore, _ignore)
        if first.is_clean:
            self._say("nothing to repair: the cells run, and no gradient is lost")
            return None
        if not first.alarms:
            self._say(f"the cells fail in a separate process: {first.error}")
            return None
        texts = {path: self._text}

        def run(changed: Mapping[str, str]) -> Report:
            return runner.trial(changed, Limits(self._seconds))

        search = Search(run, texts.get, self._tries, 1, self._tell)
        state = search.from_first(first)
        if not state.changes:
            self._say(f"no repair worked in {len(search.tried)} trials")
        return state

    def _tell(self, change: Change, judgement: Judgement | None) -> None:
        if judgement is not None:
            number, line = place_in_cells(self._text, change.edits[0].place.line)
            where = f"Cell In[{number}], line {line}"
            self._say(f"{judgement.verdict.value}: {change.title} ({where}): {'; '.join(judgement.evidence)}")

    def _changed(self, state: State | None, path: str) -> dict[int, str]:
        new = texts_in(state.texts.get(path, "")) if state is not None else {}
        old = texts_in(self._text)
        return {number: typed(text) for number, text in new.items() if text != old.get(number)}

    def diff(self, changed: Mapping[int, str]) -> str:
        """The changes of the cells as a unified diff."""
        lines: list[str] = []
        for cell in self._cells:
            if cell.number in changed:
                name = f"Cell In[{cell.number}]"
                old, new = cell.text.strip("\n").splitlines(), changed[cell.number].splitlines()
                lines += difflib.unified_diff(old, new, name, f"{name}, changed", lineterm="")
        return "\n".join(lines)


def parsed(line: str) -> argparse.Namespace:
    """What is asked for on the line of the magic; raises ValueError for anything else than `fix`."""
    parser = argparse.ArgumentParser(prog="%whygrad", add_help=False, exit_on_error=False)
    parser.add_argument("command", choices=["fix"])
    parser.add_argument("--tries", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60.0)
    try:
        options, more = parser.parse_known_args(line.split())
    except (argparse.ArgumentError, SystemExit):
        more = [line]
    if more:
        raise ValueError(USAGE)
    return options


@contextmanager
def _file(text: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="whygrad-cells-") as folder:
        path = os.path.join(os.path.realpath(folder), "notebook.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        yield path


def _ignore(chunk: bytes) -> None:
    return
