"""What the words around a statement say of its purpose: the name of its function, its conditions, its comment."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.switched import call_of_switch

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
FREEZING = ("freez", "froz")
LEARNING = ("train", "tune", "tuning", "finetun", "learn")
# Who freezes those freezes no parameters.
STATISTICS = ("bn", "batch", "batchnorm", "norm", "stat", "running", "mean", "moment", "dropout", "drop")


def freezing_word(chain: Chain, sources: SourceFiles) -> str:
    """The name or comment that says that a part is to be frozen where the chain ends; empty where none does.

    A function that only switches modes is asked, and the call of it too.
    """
    whole = len(call_of_switch(chain, sources))
    for place in reversed(chain[max(0, whole - 1) :]):
        for word in (*_functions(place), *_conditions(place, sources), *_comments(place, sources)):
            if word:
                return word
    return ""


def _functions(place: Place) -> Iterator[str]:
    name = place.function.rpartition(".")[2]
    yield name if _freezes(name) else ""


def _conditions(place: Place, sources: SourceFiles) -> Iterator[str]:
    """What an `if` around the place asks for: `if self.freeze_encoder`, `if not config.train_encoder`."""
    for condition in sources.syntax(place.file).around(place.line).of(ast.If):
        in_body = condition.body[0].lineno <= place.line <= (condition.body[-1].end_lineno or 0)
        is_negated = isinstance(condition.test, ast.UnaryOp) and isinstance(condition.test.op, ast.Not)
        for word in WORD.findall(ast.unparse(condition.test)):
            if _learns(word) if is_negated == in_body else _freezes(word):
                yield word


def _comments(place: Place, sources: SourceFiles) -> Iterator[str]:
    """A comment by itself on the line above, or at the end of the line."""
    above = sources.line(place.file, place.line - 1).strip() if place.line > 1 else ""
    own = sources.line(place.file, place.line).partition("#")[2]
    for text in (above[1:] if above.startswith("#") else "", own):
        yield text.strip() if _freezes(text) else ""


def _freezes(text: str) -> bool:
    parts = _parts(text)
    return any(part.startswith(FREEZING) for part in parts) and not any(part.startswith(STATISTICS) for part in parts)


def _learns(text: str) -> bool:
    parts = _parts(text)
    return any(part.startswith(LEARNING) for part in parts) and "training" not in parts


def _parts(text: str) -> list[str]:
    return [part.lower() for part in PART.findall(text)]
