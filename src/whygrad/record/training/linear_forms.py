"""What a value is a sum of, in autograd's own graph: which values, how arranged, and how many times each.

Where each of them is there no times at all in the end, as x in `x - (x + (q - x).detach())`, no gradient passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

from torch.autograd.graph import Node

from whygrad.record.seam.nodes import saved_by, shape_of_result
from whygrad.record.training.loss_nodes import plain_number
from whygrad.walk import breadth_first

DEEP = 24  # operations behind one another that are gone through
MOST_VALUES = 16  # in one sum
SIDES = 2
MOST_TERMS = 256

Shape = tuple[int, ...]
# How a value was rearranged: a permutation of its dimensions, or two: the shape before and the shape after.
Arranging = tuple[Shape, ...]
Key = tuple[Node, int, tuple[Arranging, ...]]
Edge = tuple[Node | None, int]

RESHAPING = frozenset({"View", "UnsafeView", "ReshapeAlias", "Squeeze"})
SAME = frozenset({"Clone", "ToCopy", "Alias"})
# Losses of the difference of two values alone.
DISTANCES = frozenset({"MseLoss", "SmoothL1Loss", "HuberLoss"})
DIFFERENCES = DISTANCES | {"Sub", "Rsub"}
# What hands each of its inputs on in equal measure, whatever the values are. Products do where one factor is constant.
PRODUCTS = frozenset({"Mul", "Div"})
LINEAR = RESHAPING | SAME | PRODUCTS | {
    "Add", "Sub", "Rsub", "Neg", "Mean", "Sum", "Stack", "Cat", "Expand", "Unsqueeze", "Select", "Slice", "Transpose",
    "T", "Permute",
}  # fmt: skip


@dataclass(frozen=True)
class Form:
    """A sum of values; one without any is a constant."""

    times: dict[Key, float]
    has_constant: bool  # something was added that carries no gradient


@dataclass(frozen=True)
class DeadTerm:
    """A term of a loss that no gradient goes through."""

    difference: Node  # where it cancels out
    term: Node


def kind_of_node(node: Node) -> str:
    """`Sub` of `SubBackward0`; nothing of a Function of the program's own, whatever its name is."""
    return _kind_named(node.name())


@lru_cache(maxsize=1_024)
def _kind_named(name: str) -> str:
    kind, _, number = name.partition("Backward")
    return kind if number.isdigit() else ""


class LinearForms:
    """The forms of the nodes of one pass."""

    def __init__(self, has_hooked_saves: Callable[[Node], bool]) -> None:
        self._has_hooked_saves = has_hooked_saves
        self._known: dict[Node, Form] = {}

    def cancels(self, node: Node) -> bool:
        """Is it a difference in which all that carries a gradient cancels out, and which is not 0 itself?"""
        sides = [
            self.of(following) for following, number in node.next_functions if following is not None and not number
        ]
        if len(sides) != SIDES or not any(side.times for side in sides):
            return False  # what has cancelled out before is no gradient that is lost here
        form = _sum([(sides[0], 1.0), (sides[1], -1.0)]) if kind_of_node(node) in DISTANCES else self.of(node)
        return form.has_constant and not form.times

    def of(self, node: Node, depth: int = 0) -> Form:
        form = self._known.get(node)
        if form is None:
            parts = self._parts(node) if depth < DEEP else None
            form = self._put_together(parts, depth) if parts is not None else None
            if form is None or len(form.times) > MOST_VALUES:
                form = Form({(node, 0, ()): 1.0}, False)
            self._known[node] = form
        return form

    def _put_together(self, parts: list[tuple[Edge, float, Arranging | None]], depth: int) -> Form | None:
        forms = []
        for (following, number), factor, arranging in parts:
            if following is None:
                form = Form({}, True)
            else:
                form = self.of(following, depth + 1) if not number else Form({(following, number, ()): 1.0}, False)
            forms.append((_arranged(form, arranging) if arranging is not None else form, factor))
        return _sum(forms)

    def _parts(self, node: Node) -> list[tuple[Edge, float, Arranging | None]] | None:
        """What a node adds up: each input with its factor, or how it is rearranged; None where it does neither."""
        kind, edges = kind_of_node(node), list(node.next_functions)
        if kind in ("Add", "Sub", "Rsub"):
            alpha = _number(getattr(node, "_saved_alpha", None))
            if alpha is None or len(edges) > SIDES:
                return None
            factors = {"Add": (1.0, alpha), "Sub": (1.0, -alpha), "Rsub": (-alpha, 1.0)}[kind]
            edges += [(None, 0)] * (SIDES - len(edges))  # a plain number
            return [(edge, factor, None) for edge, factor in zip(edges, factors, strict=True)]
        if kind in PRODUCTS and not self._has_hooked_saves(node):
            factor = plain_number(node)
            learning = [edge for edge in edges if edge[0] is not None]
            if not factor or not isfinite(factor) or (kind == "Div" and edges[0][0] is None):
                return None
            return [(learning[0], factor if kind == "Mul" else 1 / factor, None)]
        if kind == "Neg":
            return [(edges[0], -1.0, None)]
        if kind in SAME:
            return [(edges[0], 1.0, None)]
        arranging = _arranging(kind, node)
        return [(edges[0], 1.0, arranging)] if arranging is not None else None


def _sum(forms: Iterable[tuple[Form, float]]) -> Form:
    times: dict[Key, float] = {}
    has_constant = False
    for form, factor in forms:
        has_constant = has_constant or form.has_constant
        for key, number in form.times.items():
            times[key] = times.get(key, 0.0) + factor * number
    return Form({key: number for key, number in times.items() if number}, has_constant)


def _number(value: object) -> float | None:
    return float(value) if type(value) is int or type(value) is float else None


def _arranging(kind: str, node: Node) -> Arranging | None:
    after = shape_of_result(node)
    if after is None:
        return None
    if kind == "T" and len(after) == SIDES:
        return ((1, 0),)
    if kind == "Permute":
        dims = saved_by(node, "dims")
        return (tuple(_dimension(d, len(after)) for d in dims),) if dims is not None else None
    if kind == "Transpose":
        one, other = (saved_by(node, name) for name in ("dim0", "dim1"))
        if one is None or other is None:
            return None
        order, one, other = list(range(len(after))), _dimension(one, len(after)), _dimension(other, len(after))
        order[one], order[other] = other, one
        return (tuple(order),)
    if kind == "Unsqueeze" and (at := saved_by(node, "dim")) is not None:
        at = _dimension(at, len(after))
        return (after[:at] + after[at + 1 :], after)
    before = saved_by(node, "self_sym_sizes") if kind in RESHAPING else None
    return (tuple(before), after) if before is not None else None


def _dimension(number: int, dimensions: int) -> int:
    """torch shows a negative number as one beyond the largest."""
    return (number - 2**64 if number >= 2**63 else number) % dimensions


def _arranged(form: Form, arranging: Arranging) -> Form:
    times = {(node, at, _then(before, arranging)): number for (node, at, before), number in form.times.items()}
    return Form(times, form.has_constant)


def _then(before: tuple[Arranging, ...], arranging: Arranging) -> tuple[Arranging, ...]:
    """One rearrangement after others; what undoes the latest of them leaves neither."""
    if not before or len(before[-1]) != len(arranging):
        return (*before, arranging) if not _is_idle(arranging) else before
    latest = before[-1]
    if len(arranging) == 1 and len(latest[0]) == len(arranging[0]):
        merged: Arranging = (tuple(latest[0][at] for at in arranging[0]),)
    elif len(arranging) == SIDES and latest[1] == arranging[0]:
        merged = (latest[0], arranging[1])
    else:
        return (*before, arranging)
    return before[:-1] if _is_idle(merged) else (*before[:-1], merged)


def _is_idle(arranging: Arranging) -> bool:
    if len(arranging) == SIDES:
        return arranging[0] == arranging[1]
    return arranging[0] == tuple(range(len(arranging[0])))


def is_linear(node: Node) -> bool:
    kind = kind_of_node(node)
    learning = sum(following is not None for following, _ in node.next_functions)
    return kind in LINEAR and (learning == 1 or kind not in PRODUCTS)


def dead_terms(roots: Sequence[Node], nodes: list[Node], forms: LinearForms) -> list[DeadTerm]:
    """The terms of a loss that autograd goes through, and of which nothing arrives anywhere.

    A difference that is added as it is may be there for its value; one that is squared or compared should train.
    """
    starts = [node for node in nodes if kind_of_node(node) in DIFFERENCES and forms.cancels(node)]
    if not starts:
        return []  # mostly
    users: dict[Node, list[Node]] = {}
    for node in nodes:
        for following, _ in node.next_functions:
            if following is not None:
                users.setdefault(following, []).append(node)
    dead = {node: (node, kind_of_node(node) in DISTANCES) for node in starts}  # where it cancels; was it used so?
    queue = list(dead)
    for at in queue:  # grows while it is walked
        for user in users.get(at, ()):
            behind = [following for following, _ in user.next_functions if following is not None]
            if user not in dead and all(following in dead for following in behind):
                dead[user] = (dead[at][0], not is_linear(user) or any(dead[following][1] for following in behind))
                queue.append(user)
    return [DeadTerm(dead[term][0], term) for term in _ends_of_sum(roots, dead)]


def _ends_of_sum(roots: Sequence[Node], dead: dict[Node, tuple[Node, bool]]) -> list[Node]:
    """The dead terms of the sum that each root is; a root that is dead itself is another matter."""

    def added(node: Node) -> list[Node]:
        behind = [following for following, _ in node.next_functions if following is not None]
        return [f for f in behind if f not in dead or dead[f][1]] if is_linear(node) else []

    behind = breadth_first([root for root in roots if root not in dead], added, MOST_TERMS)
    return [node for node in behind if node in dead and not is_linear(node)]
