"""The IPython extension: `%load_ext whygrad` explains errors in cells, `%%whygrad` also looks at a cell's training.

`%whygrad fix` proposes a changed cell.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

from whygrad.finding import Finding
from whygrad.integrations.cells import Cell
from whygrad.integrations.notebook_fix import Fixing, parsed
from whygrad.integrations.notebook_timed import TimedCode
from whygrad.integrations.stretch import Stretch, Told, tells_already
from whygrad.policy.settings import settings_for
from whygrad.render.html import finding_to_html
from whygrad.render.out import say, write

MAGIC = "%%whygrad"
_EXTENSION = "_whygrad_extension"  # the attribute of the shell that holds what is loaded


class Extension:
    """Watches a shell from `load` to `unload`; cells run as they always do."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._stretch = Stretch(settings_for(os.getcwd()))
        self._looks_at_training = False
        known = getattr(shell.history_manager, "input_hist_raw", [""])
        self._timed = TimedCode(shell)
        self._cells = [Cell(number, text) for number, text in enumerate(known) if number and text.strip()]

    def load(self) -> None:
        shell = self._shell
        shell.input_transformers_cleanup.append(without_magic)
        shell.events.register("pre_run_cell", self._begins)
        shell.events.register("post_run_cell", self._ended)
        shell.register_magic_function(whygrad_magic, "cell", MAGIC.lstrip("%"))
        shell.register_magic_function(self._line_magic, "line", MAGIC.lstrip("%"))
        shell.display_formatter.formatters["text/html"].for_type(Finding, finding_to_html)
        self._timed.begin()
        self._stretch.start()

    def unload(self) -> None:
        shell = self._shell
        self._stretch.stop()
        self._timed.end()
        shell.display_formatter.formatters["text/html"].pop(Finding, None)
        for kind in ("cell", "line"):
            shell.magics_manager.magics[kind].pop(MAGIC.lstrip("%"), None)
        shell.events.unregister("pre_run_cell", self._begins)
        shell.events.unregister("post_run_cell", self._ended)
        shell.input_transformers_cleanup.remove(without_magic)

    def _begins(self, info: Any) -> None:
        self._looks_at_training = _has_magic((info.raw_cell or "").lstrip().splitlines())
        if self._looks_at_training:
            self._stretch.begin_anew()

    def _line_magic(self, line: str) -> None:
        """`%whygrad fix`: run the cells again in other processes, with repairs, and propose the changed cell."""
        options = parsed(line)
        fixing = Fixing(self._cells, options.tries, options.seconds, _say)
        changed = fixing.changed_cells()
        if changed:
            write(f"{fixing.diff(changed)}\n", sys.stdout)
            self._shell.set_next_input("\n\n".join(changed.values()))

    def _ended(self, result: Any) -> None:
        text = result.info.raw_cell or ""
        if result.execution_count and not text.lstrip().startswith(f"{MAGIC[1:]} fix"):
            self._cells.append(Cell(result.execution_count, text, bool(result.success)))
        told = self._told(result.error_in_exec)
        if told:
            importlib.import_module("IPython.display").display(told)

    def _told(self, error: BaseException | None) -> Told:
        if error is not None:
            told = self._stretch.about_error(error)
            return Told() if tells_already(error, told) else told
        return self._stretch.about_trainings() if self._looks_at_training else Told()


def _say(line: str) -> None:
    say(f"whygrad: {line}")


def without_magic(lines: list[str]) -> list[str]:
    """The cell with its first line as a comment: it runs as any cell does, and lines keep their numbers.

    Another magic of the whole cell must come first, so that IPython sees it.
    """
    if not _has_magic(lines):
        return lines
    others = "".join(lines[1:]).lstrip().splitlines(keepends=True)
    return others if others and others[0].startswith("%%") else [f"# {lines[0]}", *lines[1:]]


def _has_magic(lines: list[str]) -> bool:
    return bool(lines) and lines[0].split()[:1] == [MAGIC]


def whygrad_magic(line: str, cell: str) -> None:
    """Run the cell, and tell at its end which gradients were lost in it, as `whygrad run` does for a program."""
    raise ValueError(f"{MAGIC} must be on the first line of its cell, above other magics")


def load(shell: Any) -> None:
    """What `%load_ext whygrad` does; a second time it does nothing."""
    if getattr(shell, _EXTENSION, None) is None:
        extension = Extension(shell)
        extension.load()
        setattr(shell, _EXTENSION, extension)


def unload(shell: Any) -> None:
    """What `%unload_ext whygrad` does."""
    extension = getattr(shell, _EXTENSION, None)
    if extension is not None:
        setattr(shell, _EXTENSION, None)
        extension.unload()
