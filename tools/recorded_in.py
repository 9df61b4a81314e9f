"""Fails unless the installed whygrad records as named: `python tools/recorded_in.py C`, or `Python`. Needs no torch."""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec

from whygrad import c_part


def main(wanted: str) -> int:
    reason = c_part.why_not()
    if not reason:
        _load_c_part()
    print(f"recorded in Python: {reason}" if reason else "recorded in C")
    return 0 if wanted == ("Python" if reason else "C") else 1


def _load_c_part() -> None:
    """By itself, because the package around it imports torch."""
    spec = PathFinder.find_spec("_hotpath", [c_part.FOLDER])
    assert spec is not None and spec.loader is not None
    spec.loader.exec_module(module_from_spec(spec))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
