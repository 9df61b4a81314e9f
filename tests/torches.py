"""What differs between the versions of torch that the tests run on: programs that need one, and torch's own words."""

from __future__ import annotations

import operator
import re
from pathlib import Path

DEFAULT = (2, 13)  # that the pages were written with; see the Makefile
NEEDS = re.compile(r"^#! torch (>=|<)(\d+\.\d+): (.+)$", re.MULTILINE)
COMPARED = {">=": operator.ge, "<": operator.lt}
SAID_BY_TORCH = re.compile(r"^( *)= note: torch says:.*\n(?:\1 {4,}\S.*\n)*", re.MULTILINE)  # with indented lines


def version() -> tuple[int, int]:
    import torch  # not before it is needed: pages are read by tests that do without torch

    return version_of(str(torch.__version__))


def version_of(text: str) -> tuple[int, int]:
    from whygrad.record.seam import private_names

    return private_names.version_of(text)


def unsuited(program: Path) -> str:
    """Why the program does not do what it is here for under this torch; nothing where it does."""
    for comparison, number, reason in NEEDS.findall(program.read_text()):
        if not COMPARED[comparison](version(), version_of(number)):
            return f"torch {'.'.join(map(str, version()))}: {reason}"
    return ""


def in_any_torch(text: str) -> str:
    """What is printed, without the words that are torch's own and not the same in every version."""
    return text if version() == DEFAULT else SAID_BY_TORCH.sub(r"\1= note: torch says: …\n", text)
