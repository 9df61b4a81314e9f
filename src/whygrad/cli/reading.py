"""What a command prints on stdout for a person or a pipe."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def printing() -> Iterator[None]:
    """Print inside: what the terminal cannot show is replaced, and a reader that has enough (`| head`) ends nothing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # Without this, Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
