"""What a program printed, read for two things: numbers about its loss, and Python's own warnings."""

from __future__ import annotations

import re

from whygrad.fix.report import Printed

NUMBER = r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)"
LOSS = re.compile(rf"(\b(?:[a-z]\w*[ _-])?\w*loss\w*)\W{{1,4}}?({NUMBER})(?![\w.])", re.IGNORECASE)
WARNING = re.compile(r"^\S.*?:\d+: (\w*Warning: .*)$", re.MULTILINE)
LONGEST = 1_000_000  # characters that are read, from the beginning


def printed_losses(text: str) -> tuple[Printed, ...]:
    """The numbers behind names with "loss" in them, in their order."""
    return tuple(Printed(m.group(1).strip(), float(m.group(2))) for m in LOSS.finditer(text[:LONGEST]))


def warnings_in(text: str) -> tuple[str, ...]:
    """The warnings by their texts, each once."""
    return tuple(dict.fromkeys(m.group(1).strip() for m in WARNING.finditer(text[:LONGEST])))
