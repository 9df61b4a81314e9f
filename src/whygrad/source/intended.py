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
TYING = frozenset({"tie", "tied", "ties", "tying", "share", "shared", "shares", "sharing"})
APART = frozenset(
    {"not", "no", "broken", "only", "without", "init", "initial", "initialise", "initialize", "start", "starts"}
)
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


def tying_word(place: Place, sources: SourceFiles) -> str:
    """The name or sentence that says that two weights are to be one where a place stands; empty where none does.

    The class, the function, their first sentences, the statement itself and its comment are asked.
    """
    line = sources.line(place.file, place.line).partition("#")[0]
    words = [*place.function.split("."), *WORD.findall(line)]
    holders = sources.syntax(place.file).around(place.line).of(ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    sentences = [*_told_beside(place, sources), *((ast.get_docstring(n) or "").partition("\n")[0] for n in holders)]
    return next((text for text in (*words, *sentences) if _ties(text)), "")


def _ties(text: str) -> bool:
    parts = set(_parts(text))
    return bool(parts & TYING) and not parts & APART


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
    for text in _told_beside(place, sources):
        yield text if _freezes(text) else ""


def _told_beside(place: Place, sources: SourceFiles) -> tuple[str, str]:
    """A comment by itself on the line above, and one at the end of the line."""
    above = sources.line(place.file, place.line - 1).strip() if place.line > 1 else ""
    own = sources.line(place.file, place.line).partition("#")[2]
    return above[1:].strip() if above.startswith("#") else "", own.strip()


def _freezes(text: str) -> bool:
    parts = _parts(text)
    return any(part.startswith(FREEZING) for part in parts) and not any(part.startswith(STATISTICS) for part in parts)


def _learns(text: str) -> bool:
    parts = _parts(text)
    return any(part.startswith(LEARNING) for part in parts) and "training" not in parts


def _parts(text: str) -> list[str]:
    return [part.lower() for part in PART.findall(text)]
