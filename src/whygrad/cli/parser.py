"""An argparse parser for commands that run a program; its messages are safe to show."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from whygrad.render.out import write


class Parser(argparse.ArgumentParser):
    takes_commands = False  # a program may be given as text, after `-c`

    def _print_message(self, message: str, file: Any = None) -> None:
        """All that argparse writes comes here."""
        stream = file or sys.stderr
        if message and stream is not None:
            with suppress(OSError):
                write(message, stream)

    def parse_program(self, argv: Sequence[str]) -> tuple[argparse.Namespace, str, bool, tuple[str, ...]]:
        """Our options up to the script, `-m` or `-c`, then its name, whether it is a module, and what is left to it.

        `options.command` is the text after `-c`, where the command takes one.
        """
        own, rest = self._split(argv)
        options = self.parse_args(own)
        options.command = None
        if self.takes_commands and rest and rest[0].startswith("-c"):
            rest = rest[1:] if rest[0] == "-c" else [rest[0][2:], *rest[1:]]
            if not rest:
                self.error("no program given after -c")
            options.command = rest[0]
            return options, "-c", False, tuple(rest[1:])
        module = bool(rest) and rest[0].startswith("-m")
        if module:
            rest = rest[1:] if rest[0] == "-m" else [rest[0][2:], *rest[1:]]
        if not rest:
            self.error("no module given after -m" if module else "no program given: name a script, or a module with -m")
        return options, rest[0], module, tuple(rest[1:])

    def _split(self, argv: Sequence[str]) -> tuple[list[str], list[str]]:
        with_value = {word for action in self._actions if action.nargs is None for word in action.option_strings}
        index = 0
        while index < len(argv):
            word = argv[index]
            if word == "--":
                return list(argv[:index]), list(argv[index + 1 :])
            if word.startswith(("-m", "-c") if self.takes_commands else "-m") or not word.startswith("-"):
                break
            index += 2 if word in with_value else 1
        return list(argv[:index]), list(argv[index:])
