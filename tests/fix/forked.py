"""Runs and trials of `whygrad fix` in forks of the test process: torch is loaded once for all of them."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Mapping
from pathlib import Path

from programs import start_command

from whygrad.fix import CHILD
from whygrad.fix.files import Files
from whygrad.fix.report import Report
from whygrad.fix.search import Search, State
from whygrad.fix.trial import Asked, Limits, Order, read_report

SECONDS = 60.0


class ForkedRunner:
    """Runs of `main.py` in one folder; what they write besides goes to `out`."""

    def __init__(self, folder: Path, out: Path) -> None:
        self._folder, self._out = folder, out
        self._numbers = itertools.count()
        self.first = self.run({})

    def run(self, texts: Mapping[str, str]) -> Report:
        """The program with these texts in the place of its files."""
        out = self._out / str(next(self._numbers))
        out.mkdir(parents=True)
        report = out / "report.json"
        order = Order(Asked("main.py", False, ()), dict(texts), Limits(SECONDS), str(report))
        (out / "order.json").write_text(order.to_text())
        with warnings.catch_warnings():
            warnings.simplefilter("default")  # a warning that the program gets is no failure of ours
            status = start_command(self._folder, out, [CHILD, str(out / "order.json")])()
        printed = [(out / name).read_text(errors="replace") for name in ("stdout", "stderr")]
        return read_report(str(report), status, "", *printed)

    def search(self, tries: int = 12) -> tuple[State, Search]:
        """What `whygrad fix` would do."""
        files = Files()
        read = {}

        def known(file: str) -> str | None:
            if file not in read:
                read[file] = files.read(file, self.first.texts.get(file))
            return read[file]

        search = Search(self.run, known, tries, 1, lambda change, judgement: None)
        return search.from_first(self.first), search
