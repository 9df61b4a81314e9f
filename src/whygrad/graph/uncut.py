"""A Recording as a graph, with the links that only the program's source can show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from whygrad import ops
from whygrad.evidence import Evidence
from whygrad.evidence.marks import ComparesItself
from whygrad.evidence.passes import PutValues
from whygrad.graph.links import InferredLinks
from whygrad.recording import Chain, Node, Place, QueryKind, Recording, Switch
from whygrad.source.files import SourceFiles
from whygrad.source.inquiry import Inquiry
from whygrad.source.span import assigned_names
from whygrad.source.values.flow import Flow
from whygrad.walk import reachable

# These take a tensor for its shape alone: its values do not go in.
SHAPE_ONLY = frozenset(
    f"{name}_like" for name in ("zeros", "ones", "rand", "randn", "randint", "empty", "full")
) | frozenset(f"new_{name}" for name in ("zeros", "ones", "empty", "full"))
SHAPE_OF_SECOND = frozenset({"view_as", "expand_as", "reshape_as", "type_as"})
# What puts a loss together out of its terms; what multiplies or divides by a plain number only weights one.
SUMMING = ops.SUMMING | {"backward"}
CARRIES_GRADIENT = ("float", "bfloat", "complex", "half", "double")

Seen = TypeVar("Seen", bound=Evidence)


class UncutGraph:
    """Nodes by index; `inputs` are what a node was computed from, also outside torch."""

    def __init__(self, recording: Recording, inquiry: Inquiry | None = None) -> None:
        self.recording = recording
        self.query = recording.query
        self.nodes = recording.nodes
        self.node: Callable[[int], Node] = self.nodes.__getitem__  # by index; asked often
        self.sources = SourceFiles(recording.sources, inquiry)
        self.budget = self.sources.inquiry.budget
        self.flow = Flow(self.sources)
        self._evidence: dict[type[Evidence], tuple[Any, ...]] = {}

    def evidence(self, kind: type[Seen]) -> tuple[Seen, ...]:
        """What watchers saw of this kind."""
        if kind not in self._evidence:
            self._evidence[kind] = tuple(seen for seen in self.recording.evidence if isinstance(seen, kind))
        return self._evidence[kind]

    def only(self, kind: type[Seen]) -> Seen | None:
        """What was seen of this kind, of which a recording has one at most."""
        return next(iter(self.evidence(kind)), None)

    def switch(self, index: int) -> Switch:
        return self.recording.switches[index]

    def switches_over(self, node: Node) -> Iterator[int]:
        """The switches that had gradients off for an operation, the innermost first."""
        switch = node.switch if node.kind == "operation" else None
        while switch is not None:
            yield switch
            switch = self.switch(switch).within

    def inputs(self, index: int) -> tuple[int, ...]:
        """What a node was computed from, also outside torch or by a branch."""
        node = self.nodes[index]
        if isinstance(node.mark, ComparesItself) and self.query.kind in (QueryKind.SILENT, QueryKind.ASLEEP):
            return ()
        seen = values_in(node)
        linked = self._links.parents(index)
        put = self.put_into.get(index)
        if not linked and not put:
            return seen
        return tuple(dict.fromkeys((*seen, *linked, *(put or ()))))

    @cached_property
    def put_into(self) -> dict[int, dict[int, Chain]]:
        """Leaves that other leaves' values were put into, which torch does not follow, and where."""
        found: dict[int, dict[int, Chain]] = {}
        for put in self.evidence(PutValues):
            found.setdefault(put.into, {}).update(dict.fromkeys(put.sources, put.chain))
        return found

    def behind(self, roots: tuple[int, ...]) -> set[int]:
        """The roots and all that they were computed from, as torch saw it."""
        return reachable(roots, lambda at: values_in(self.nodes[at]))

    @cached_property
    def behind_passes(self) -> set[int]:
        """What the query's passes were computed from, with what torch took for its shape alone; not to be changed."""
        return reachable(self.query.roots, lambda at: self.nodes[at].inputs)

    def learning_behind(self, roots: Iterable[int]) -> set[int]:
        """The roots and all that a gradient goes back to from them: what is behind a cut is not."""
        return reachable(roots, self.learning_inputs)

    def learning_inputs(self, index: int) -> list[int]:
        return [i for i in self.nodes[index].inputs if self.nodes[i].requires_grad]

    @property
    def is_partial(self) -> bool:
        """Was the graph too large to be copied whole?"""
        return bool(self.query.nearest)

    def ends_unknown(self, roots: Iterable[int] | None = None) -> bool:
        """Is it unknown of something behind the question, or these, what it was computed from?

        Then nothing can be concluded from what was not found there.
        """
        if roots is None:
            return self._ends_unknown
        return any(self.nodes[i].unknown for i in self.behind(tuple(roots)))

    @cached_property
    def _ends_unknown(self) -> bool:
        return any(self.nodes[i].unknown for i in self._behind_roots)

    @cached_property
    def users(self) -> dict[int, list[int]]:
        """Who was computed from a node, as torch saw it."""
        found: dict[int, list[int]] = {}
        for index, node in enumerate(self.nodes):
            for parent in node.inputs:
                found.setdefault(parent, []).append(index)
        return found

    @cached_property
    def nodes_at(self) -> dict[Place, list[int]]:
        """The nodes by the expressions that made them."""
        found: dict[Place, list[int]] = {}
        for index, node in enumerate(self.nodes):
            if node.place is not None:
                found.setdefault(node.place, []).append(index)
        return found

    @cached_property
    def nodes_under(self) -> dict[Place, list[int]]:
        """The operations by the statements that had switched gradients off for them."""
        found: dict[Place, list[int]] = {}
        for index, node in enumerate(self.nodes):
            for switch in self.switches_over(node):
                for place in self.switch(switch).chain[-1:]:
                    nodes = found.setdefault(place, [])
                    if nodes[-1:] != [index]:
                        nodes.append(index)
        return found

    @cached_property
    def _behind_roots(self) -> set[int]:
        return self.behind(self.roots)

    def has_another_use(self, index: int) -> bool:
        """Is a value also used for something that is no part of the question, and not only reported?"""
        users = [user for user in self.users.get(index, ()) if self.nodes[user].kind == "operation"]
        return any(user not in self._behind_roots for user in users)

    @cached_property
    def summing(self) -> set[int]:
        """The operations that put the loss together out of its terms."""
        return {at for at in reachable(self.query.roots, self.terms) if self.adds_up(at)}

    def adds_up(self, index: int) -> bool:
        """Is it an operation that puts a sum together, or weights one?"""
        node = self.nodes[index]
        return node.act in SUMMING or (node.act in ops.SCALING and len(node.inputs) == 1)

    def terms(self, index: int) -> tuple[int, ...]:
        """What a sum was put together from; a node that is none has no terms."""
        return self.nodes[index].inputs if self.adds_up(index) else ()

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """Where the question starts; a loss that is no tensor starts at the exports it came from."""
        if self.query.roots or self.query.kind is not QueryKind.NOT_A_TENSOR:
            return self.query.roots
        reached = self.flow.feeding(self.query.chain, self._links.export_chains) if self.query.chain else []
        return tuple(self.exports[r.index] for r in reached)

    @property
    def roots_inferred(self) -> bool:
        return not self.query.roots

    def is_inferred(self, child: int, parent: int) -> bool:
        """Does only the source tell that `child` came from `parent`?"""
        return parent in self._links.parents(child)

    def can_carry(self, index: int) -> bool:
        """Can this value's kind of number have a gradient at all? Integers and truth values cannot."""
        node = self.nodes[index]
        return node.requires_grad or not node.dtype or node.dtype.startswith(CARRIES_GRADIENT)

    @cached_property
    def exports(self) -> list[int]:
        """The values that left torch, without counters and seeds: nothing that could learn is behind those."""
        found = [i for i, n in enumerate(self.nodes) if n.kind == "export" and n.op != "backward"]
        return [i for i in found if i in self._could_learn_behind] if found else []

    @cached_property
    def _could_learn_behind(self) -> set[int]:
        """The nodes that were computed from something whose kind of number can have a gradient."""
        users = self.users
        can = (i for i in range(len(self.nodes)) if self.can_carry(i))
        return reachable((user for i in can for user in users.get(i, ())), lambda at: users.get(at, ()))

    @cached_property
    def _links(self) -> InferredLinks:
        return InferredLinks(self.nodes, self.exports, self.flow, self.sources)

    @property
    def branches(self) -> list[int]:
        """The latest decision of each `if`."""
        return self._links.branches

    @property
    def has_optimizer(self) -> bool:
        """Does the program say by an optimizer what is meant to learn?"""
        return self.query.has_optimizer

    def before(self, index: int, acts: Collection[str]) -> int:
        """What a value was before operations of these kinds, of each of which it is the first input."""
        while self.node(index).act in acts and self.node(index).inputs:
            index = self.node(index).inputs[0]
        return index

    def text(self, place: Place) -> str:
        """The expression as the program wrote it; an ellipsis where the run was saved without source."""
        return self.sources.segment(place) or "…"

    def assigned_name(self, chain: Chain) -> str:
        """The variable that the innermost statement of the chain assigns its expression to, where it is just one."""
        names = assigned_names(chain[-1], self.sources) if chain else []
        return names[0] if len(names) == 1 else ""


def values_in(node: Node) -> tuple[int, ...]:
    """What went into an operation with its values, and not for its shape alone."""
    op = node.act
    return () if op in SHAPE_ONLY else node.inputs[:1] if op in SHAPE_OF_SECOND else node.inputs
