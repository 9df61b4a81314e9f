"""An argparse parser whose messages are safe to show: they name what was given on the command line."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from typing import Any

from whygrad.render.out import write


class Parser(argparse.ArgumentParser):
    def _print_message(self, message: str, file: Any = None) -> None:
        """All that argparse writes comes here."""
        stream = file or sys.stderr
        if message and stream is not None:
            with suppress(OSError):
                write(message, stream)
