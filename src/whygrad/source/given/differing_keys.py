"""A choice by keys that took nothing, because what is chosen from and what is asked name their keys differently."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.given.chosen import Condition, conditions_of
from whygrad.source.given.composed import DEEP, Tracing
from whygrad.source.scopes import FUNCTIONS
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import COMPREHENSIONS, Syntax, names_in
from whygrad.source.values.bindings import Bindings

HOLE = "\0"  # stands for a part of a key that is not known


@dataclass(frozen=True)
class DifferingKeys:
    """Where the keys that are asked are built, and where those that are gone through are; and what asks."""

    asked: Place
    given: Place
    test: Place
    of: str  # what has the keys that are gone through


def differing_keys(constant: Chain, files: Iterable[str], sources: SourceFiles) -> DifferingKeys | None:
    """Why a constant stands for a sum of terms that were chosen by their keys, as the text has it: no key was taken.

    The chain ends at the constant, which is returned or taken only where the list of terms is empty.
    """
    node = node_at(constant[-1], sources) if constant else None
    syntax = sources.syntax(constant[-1].file) if constant else None
    terms = _terms_instead(node, syntax) if node is not None and syntax is not None else None
    if terms is None:
        return None
    every = tuple(files)
    conditions = conditions_of(terms, constant, every, sources)
    known = tuple((file, sources.syntax(file)) for file in every if sources.tree(file) is not None)
    search = _Keys(sources.inquiry.bindings(known))
    for condition in conditions:
        found = _differing(condition, search, sources)
        if found is not None:
            return found
    return None


def _terms_instead(node: ast.expr, syntax: Syntax) -> ast.expr | None:
    """`terms` of `torch.stack(terms).sum() if terms else 0.0`, `if not terms: return 0.0` and `sum(terms)`."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and ast.unparse(part.func) == "sum" and part.args:
            return part.args[0]
    inner: ast.AST = node
    for outer in syntax.above(node):
        if isinstance(outer, FUNCTIONS):
            return None
        if isinstance(outer, (ast.If, ast.IfExp)) and inner is not outer.test:
            body = outer.body if isinstance(outer.body, list) else [outer.body]
            return _emptied(outer.test, any(inner is each for each in body))
        inner = outer
    return None


def _emptied(test: ast.expr, value: bool) -> ast.expr | None:
    """The list that is empty where the test has this value."""
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, value = test.operand, not value
    if isinstance(test, ast.Compare) and ast.unparse(test.comparators[0]) == "0" and len(test.ops) == 1:
        value = not value if isinstance(test.ops[0], ast.Eq) else value
        test = test.left
    if isinstance(test, ast.Call) and ast.unparse(test.func) == "len" and test.args:
        test = test.args[0]
    return test if isinstance(test, ast.Name) and not value else None


def _differing(condition: Condition, search: _Keys, sources: SourceFiles) -> DifferingKeys | None:
    """`k in weights`, where `k` goes through the keys of another container."""
    test = condition.test
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.left, ast.Name):
        return None
    if isinstance(test.ops[0], ast.In) is not condition.meeting or not isinstance(test.ops[0], (ast.In, ast.NotIn)):
        return None
    through = _gone_through(test, test.left.id, sources.syntax(condition.chain[-1].file))
    asked = search.traced(test.comparators[0], DEEP)
    given = search.traced(through, DEEP) if through is not None else None
    if asked is None or given is None or asked is given or through is None or not search.has_some(given):
        return None
    if _may_meet(search.spellings(asked, DEEP), search.spellings(given, DEEP)):
        return None  # then another reason has left nothing
    base = through.func.value if isinstance(through, ast.Call) and isinstance(through.func, ast.Attribute) else through
    return DifferingKeys(
        search.place(asked, sources), search.place(given, sources), condition.chain[-1], ast.unparse(base)
    )


def _gone_through(test: ast.expr, name: str, syntax: Syntax) -> ast.expr | None:
    """What a loop or comprehension around the test goes through by this variable."""
    for outer in syntax.above(test):
        clauses = (
            outer.generators if isinstance(outer, COMPREHENSIONS) else [outer] if isinstance(outer, ast.For) else []
        )
        for clause in clauses:
            if name in names_in(clause.target):
                return clause.iter
    return None


def _may_meet(asked: list[str], given: list[str]) -> bool:
    """Is a key of the one also spelled so in the other? Of two patterns that is not known, and was not seen."""
    texts = [[spelling for spelling in each if HOLE not in spelling] for each in (asked, given)]
    patterns = [[_pattern(spelling) for spelling in each if HOLE in spelling] for each in (asked, given)]
    return (
        not set(texts[0]).isdisjoint(texts[1])
        or any(re.fullmatch(pattern, text) for pattern in patterns[0] for text in texts[1])
        or any(re.fullmatch(pattern, text) for pattern in patterns[1] for text in texts[0])
    )


def _pattern(spelling: str) -> str:
    return ".+".join(map(re.escape, spelling.split(HOLE)))


def _spelled(key: ast.AST, inner: str) -> str:
    """A text with something put into its only gap."""
    if isinstance(key, ast.Constant):
        return str(key.value)
    parts = key.values if isinstance(key, ast.JoinedStr) else []
    gaps = [part for part in parts if not isinstance(part, ast.Constant)]
    gap = inner if len(gaps) == 1 and isinstance(getattr(gaps[0], "value", None), ast.Name) else HOLE
    return "".join(str(part.value) if isinstance(part, ast.Constant) else gap for part in parts) or HOLE


class _Keys(Tracing):
    """Ends at what builds keys: a display, or a comprehension that computes them."""

    def end(self, node: ast.expr) -> ast.expr | None:
        if isinstance(node, ast.Dict):
            return node if node.keys and all(isinstance(k, (ast.Constant, ast.JoinedStr)) for k in node.keys) else None
        if isinstance(node, ast.DictComp):
            return node
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "dict" and node.keywords and not node.args:
            return node if all(k.arg for k in node.keywords) else None
        if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
            return node if node.elts and all(isinstance(e, (ast.Constant, ast.JoinedStr)) for e in node.elts) else None
        if isinstance(node, (ast.SetComp, ast.ListComp)):
            return node if isinstance(node.elt, ast.JoinedStr) else None
        return None

    def has_some(self, node: ast.expr) -> bool:
        """Does the text show any keys, and not only how they are spelled?"""
        if not isinstance(node, COMPREHENSIONS):
            return True
        clause = node.generators[0]
        return not clause.ifs and self.traced(clause.iter, DEEP) is not None

    def spellings(self, node: ast.expr, deep: int) -> list[str]:
        """The keys, with a hole for each part that the text does not show."""
        if isinstance(node, ast.Call):
            return [k.arg for k in node.keywords if k.arg]
        if isinstance(node, COMPREHENSIONS):
            key = node.key if isinstance(node, ast.DictComp) else node.elt
            source = self.traced(node.generators[0].iter, DEEP) if deep else None
            inner = self.spellings(source, deep - 1) if source is not None else [HOLE]
            if isinstance(key, ast.Name):
                return inner
            return [_spelled(key, text) for text in inner]
        keys = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        return [_spelled(key, HOLE) for key in keys if key is not None]

    def place(self, node: ast.expr, sources: SourceFiles) -> Place:
        """Of a comprehension the key itself."""
        index: Bindings = self.index
        key = node.key if isinstance(node, ast.DictComp) else node
        function = index.function_of(index.scope[node])
        name = getattr(function, "name", "<module>")
        return place_of_node(index.files[index.module_of(node)], key, name, sources)
