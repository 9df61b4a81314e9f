"""Calls that read alike but for a name, and what shows that both names are those of one object."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.sharing.one_object import PLAIN, is_plain, of_two_names
from whygrad.source.span import node_at, place_of_node

Pair = tuple[ast.expr, ast.expr]


@dataclass(frozen=True)
class Parting:
    """Two chains that are alike but for their last places."""

    one: Chain
    other: Chain
    spelling: str  # of the operation that stands there itself; empty where it is further inside
    of_tensors: bool  # it has no other operands


def one_under_two_names(partings: Iterable[Parting], sources: SourceFiles) -> Place | None:
    """What gave one object two names, where the calls that go apart differ in these names alone."""
    partings = list(partings)
    names: dict[tuple[str, str], tuple[Parting, Pair]] = {}
    for parting in partings:
        differing = _of_parting(parting, sources)
        if differing is None:
            return None
        for one, other in differing:
            if not _are_results(one, other, parting, partings, sources):
                names[ast.unparse(one), ast.unparse(other)] = parting, (one, other)
    if len(names) != 1:
        return None
    ((parting, (one, other)),) = names.values()
    return of_two_names((one, parting.one), (other, parting.other), sources)


def _of_parting(parting: Parting, sources: SourceFiles) -> list[Pair] | None:
    """In which names two calls differ; None where they differ in more. Tensors are known to be alike already."""
    one, other = (node_at(chain[-1], sources) for chain in (parting.one, parting.other))
    if one is None or other is None:
        return None
    if isinstance(one, ast.BinOp) and isinstance(other, ast.BinOp) and parting.of_tensors:
        return []
    if isinstance(one, ast.Call) and isinstance(other, ast.Call) and _called(one) == _called(other) == parting.spelling:
        rest = _differing_lists(one.args[1:], other.args[1:])
        is_method = not _is_of_torch(one) and not _is_of_torch(other)
        rest = _differing_lists(one.args, other.args) if is_method else rest
        return _joined(rest, _differing_keywords(one, other))
    return _differing(one, other)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _is_of_torch(call: ast.Call) -> bool:
    """Is the tensor its first argument, as of `F.softmax(x, 1)`, or what it is a method of?"""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    return owner is not None and ast.unparse(owner) in ("F", "torch", "nn.functional", "torch.nn.functional")


def _differing(one: ast.expr, other: ast.expr) -> list[Pair] | None:
    if ast.dump(one) == ast.dump(other):
        return []
    if is_plain(one) and is_plain(other):
        return [_without_common_end(one, other)]
    if isinstance(one, ast.Call) and isinstance(other, ast.Call):
        inside = _differing_lists([one.func, *one.args], [other.func, *other.args])
        return _joined(inside, _differing_keywords(one, other))
    if isinstance(one, ast.Attribute) and isinstance(other, ast.Attribute) and one.attr == other.attr:
        return _differing(one.value, other.value)
    return None


def _differing_lists(ones: list[ast.expr], others: list[ast.expr]) -> list[Pair] | None:
    found: list[Pair] | None = [] if len(ones) == len(others) else None
    for one, other in zip(ones, others, strict=False):
        found = _joined(found, _differing(one, other))
    return found


def _differing_keywords(one: ast.Call, other: ast.Call) -> list[Pair] | None:
    if [k.arg for k in one.keywords] != [k.arg for k in other.keywords]:
        return None
    return _differing_lists([k.value for k in one.keywords], [k.value for k in other.keywords])


def _joined(some: list[Pair] | None, more: list[Pair] | None) -> list[Pair] | None:
    return None if some is None or more is None else some + more


def _without_common_end(one: ast.expr, other: ast.expr) -> Pair:
    """`self.net` and `self.old` of `self.net.body` and `self.old.body`."""
    while isinstance(one, ast.Attribute) and isinstance(other, ast.Attribute) and one.attr == other.attr:
        one, other = one.value, other.value
    return one, other


def _are_results(
    one: ast.expr, other: ast.expr, parting: Parting, partings: list[Parting], sources: SourceFiles
) -> bool:
    """Do two variables hold the results of calls that are known to be alike?"""
    sides = ((one, parting.one, [p.one for p in partings]), (other, parting.other, [p.other for p in partings]))
    return all(isinstance(name, ast.Name) and _is_result(name, chain, ends, sources) for name, chain, ends in sides)


def _is_result(name: ast.Name, chain: Chain, ends: list[Chain], sources: SourceFiles) -> bool:
    place = chain[-1]
    before = [s for s in sources.syntax(place.file).assigned.get(name.id, ()) if s.lineno < place.line]
    latest = max(before, key=lambda s: s.lineno, default=None)
    if latest is None or isinstance(latest.value, PLAIN):
        return False
    value = place_of_node(place.file, latest.value, place.function, sources)
    return any(value.contains(end[-1]) for end in ends if end[:-1] == chain[:-1])
