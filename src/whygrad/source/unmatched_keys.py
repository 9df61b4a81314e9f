"""A term that stands under one key, and a container of weights or names that has another key for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import COMPREHENSIONS, Syntax, names_in

ALIKE = 0.6  # of two spellings of one name
CALLED = ("get", "pop", "setdefault")
VIEWS = ("items", "keys")
Entry = tuple[str, Place, ast.AST]  # a key, where it stands, and what holds it


@dataclass(frozen=True)
class UnmatchedKey:
    """`"loss_point"` at `place` is a key that no term has; the term that is left out has the key `term` at `store`."""

    key: str
    place: Place
    term: str
    store: Place


def unmatched_key(chosen: Place, left: Chain, files: Collection[str], sources: SourceFiles) -> UnmatchedKey | None:
    """The key that leaves the term out where a sum chooses its terms by their keys; None where no single one is odd."""
    stored = next((found for place in reversed(left) if (found := _stored(place, sources))), None)
    containers = _containers(chosen, files, sources) if stored is not None else set()
    if stored is None or not containers:
        return None
    term, store, holder = stored
    for name in sorted(containers):
        entries = list(_entries(name, files, sources))
        if not entries or any(key == term or at is holder for key, _, at in entries):
            continue
        odd = [entry for entry in entries if _stands_alone(entry, files, sources)]
        best = max(odd, key=lambda entry: _likeness(entry[0], term), default=None)
        if best is not None and (len(odd) == 1 or _likeness(best[0], term) >= ALIKE):
            return UnmatchedKey(best[0], best[1], term, store)
    return None


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def _stored(place: Place, sources: SourceFiles) -> Entry | None:
    """The key under which the value there is put into a dict, by the statement itself or one after it.

    Or the name under which a decorator registers the function around it.
    """
    syntax = sources.syntax(place.file)
    node = node_at(place, sources)
    statement = syntax.smallest_statement(place.line)
    held = [node, *syntax.above(node)] if node is not None else []
    for part in held:
        if (found := _key_of(part, place, syntax, sources)) is not None:
            return found
        if isinstance(part, ast.stmt):
            break
    function = next((n for n in syntax.above(statement) if isinstance(n, ast.FunctionDef)), None) if statement else None
    if function is None:
        return None
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
        reads = (n for n in syntax.within(function).of(ast.Name) if n.id == name and n.lineno > place.line)
        return next((found for read in reads if (found := _key_of(read, place, syntax, sources)) is not None), None)
    return _registered(function, place, sources) if isinstance(statement, ast.Return) else None


def _registered(function: ast.FunctionDef, place: Place, sources: SourceFiles) -> Entry | None:
    """The name that a decorator is called with: `@term("arcs")`."""
    for decorator in function.decorator_list:
        first = decorator.args[0] if isinstance(decorator, ast.Call) and decorator.args else None
        if (found := _entry(first, place, decorator, sources)) is not None:
            return found
    return None


def _key_of(value: ast.AST, place: Place, syntax: Syntax, sources: SourceFiles) -> Entry | None:
    """`{"key": value}`, `terms["key"] = value`, `terms.update(key=value)`"""
    above = syntax.parent.get(value)
    if isinstance(above, ast.Dict):
        key = next((k for k, v in zip(above.keys, above.values, strict=True) if v is value), None)
        return _entry(key, place, above, sources)
    if isinstance(above, ast.keyword) and above.arg and _fills(syntax.parent[above]):
        return above.arg, place_of_node(place.file, above.value, place.function, sources), syntax.parent[above]
    target = above.targets[0] if isinstance(above, ast.Assign) and above.value is value else None
    return _entry(target.slice, place, above, sources) if isinstance(target, ast.Subscript) else None


def _entry(key: ast.expr | None, at: Place, holder: ast.AST | None, sources: SourceFiles) -> Entry | None:
    if isinstance(key, ast.Constant) and isinstance(key.value, str) and holder is not None:
        return key.value, place_of_node(at.file, key, at.function, sources), holder
    return None


def _fills(node: ast.AST) -> bool:
    """`dict(a=1)`, `terms.update(a=1)`"""
    return isinstance(node, ast.Call) and _last(node.func) in ("dict", "update")


def _last(node: ast.AST) -> str:
    """`weights` of `weights`, of `self.weights` and of `config["weights"]`."""
    if isinstance(node, ast.Subscript):
        key = node.slice
        return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _containers(place: Place, files: Collection[str], sources: SourceFiles) -> set[str]:
    """The names of what a loop or comprehension around the place goes through, and of what it asks or reads by key."""
    syntax = sources.syntax(place.file)
    found: set[str] = set()
    rounds: list[tuple[ast.AST, ast.expr, ast.expr]] = [
        (around, made.target, made.iter)
        for around in syntax.around(place.line).of(*COMPREHENSIONS)
        for made in around.generators
    ]
    rounds += [(loop, loop.target, loop.iter) for loop in syntax.around(place.line).of(ast.For, ast.AsyncFor)]
    for part, target, gone_through in rounds:
        names = names_in(target)
        by_key = {name for node in ast.walk(part) if (name := _asked_by_key(node, names))}
        if by_key:
            inner = gone_through.func if isinstance(gone_through, ast.Call) else gone_through
            base = inner.value if isinstance(inner, ast.Attribute) and inner.attr in VIEWS else inner
            found |= {*by_key, _last(base)} - {""}
            found |= _passed_as(found, place, files, sources)
    return found


def _asked_by_key(node: ast.AST, names: Collection[str]) -> str:
    """`weights` of `k in weights`, `weights[k]` and `weights.get(k)`."""
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        asked = node.comparators[0]
        base = asked.func.value if isinstance(asked, ast.Call) and isinstance(asked.func, ast.Attribute) else asked
        return _last(base) if ast.unparse(node.left) in names else ""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return _last(node.value) if ast.unparse(node.slice) in names else ""
    called = node.func if isinstance(node, ast.Call) and node.args else None
    if isinstance(node, ast.Call) and isinstance(called, ast.Attribute) and called.attr in CALLED:
        return _last(called.value) if ast.unparse(node.args[0]) in names else ""
    return ""


def _passed_as(names: Collection[str], place: Place, files: Collection[str], sources: SourceFiles) -> set[str]:
    """What the program passes to the function around the place under these names."""
    around = sources.syntax(place.file).around(place.line).of(ast.FunctionDef)
    function = max(around, key=lambda f: f.lineno, default=None)
    if function is None:
        return set()
    arguments = [argument.arg for argument in function.args.args if argument.arg not in ("self", "cls")]
    found = set()
    for call in (c for file in files for c in sources.syntax(file).calls.get(function.name, ())):
        for name in names:
            at = arguments.index(name) if name in arguments else None
            if at is not None and at < len(call.args):
                found.add(_last(call.args[at]))
            found.update(_last(keyword.value) for keyword in call.keywords if keyword.arg == name)
    return found - {""}


def _entries(name: str, files: Collection[str], sources: SourceFiles) -> Iterator[Entry]:
    """The keys that the program's text gives to a container of this name."""
    for file in files:
        syntax, at = sources.syntax(file), Place(file, 0, 0, 0, 0, "")
        keys: list[tuple[ast.expr | None, ast.AST]] = []
        for made in syntax.of(ast.Dict):
            keys += [(key, made) for key in made.keys if _is_named(made, name, syntax)]
        for statement in syntax.of(ast.Assign):
            target = statement.targets[0]
            if isinstance(target, ast.Subscript) and _last(target.value) == name:
                keys.append((target.slice, statement))
        yield from (entry for key, holder in keys if (entry := _entry(key, at, holder, sources)) is not None)
        for call in syntax.calls.get("dict", ()):
            named = [keyword for keyword in call.keywords if keyword.arg and _is_named(call, name, syntax)]
            yield from ((k.arg or "", place_of_node(file, k.value, "", sources), call) for k in named)


def _is_named(node: ast.expr, name: str, syntax: Syntax) -> bool:
    """Is it assigned to the name, given as an argument of that name, or kept under it in another dict?"""
    inner: ast.AST = node
    for above in syntax.above(node):
        if isinstance(above, ast.Dict):
            values = zip(above.keys, above.values, strict=True)
            return any(v is inner and isinstance(k, ast.Constant) and k.value == name for k, v in values)
        if isinstance(above, ast.keyword) and above.arg not in ("default_factory", "default"):
            return above.arg == name
        if isinstance(above, (ast.Assign, ast.AnnAssign)):
            targets = above.targets if isinstance(above, ast.Assign) else [above.target]
            return any(_last(target) == name for target in targets)
        if isinstance(above, ast.stmt):
            return False
        inner = above
    return False


def _stands_alone(entry: Entry, files: Collection[str], sources: SourceFiles) -> bool:
    """Does no other text of the program say the key, or build it?"""
    key, place, holder = entry
    for file in files:
        syntax = sources.syntax(file)
        for node in syntax.of(ast.Constant, ast.keyword, ast.JoinedStr):
            if isinstance(node, ast.JoinedStr):
                if _could_be(node, key):
                    return False
                continue
            said = node.value if isinstance(node, ast.Constant) else node.arg
            if said == key and not (file == place.file and syntax.holds(holder, node)):
                return False
    return True


def _could_be(text: ast.JoinedStr, key: str) -> bool:
    parts = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in text.values]
    return any(part != ".+" for part in parts) and re.fullmatch("".join(parts), key) is not None
