"""A Recording as a graph, with the links that only the program's source can show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from whygrad import ops
from whygrad.evidence import Evidence
from whygrad.recording import Chain, Node, Place, Recording, Switch
from whygrad.source.files import SourceFiles
from whygrad.source.flow import Flow
from whygrad.source.span import assigned_names, stored_value

# Values that came into torch by these are looked for in the source, besides those the recorder saw come in.
REENTRIES = ("torch.tensor", "torch.as_tensor", "torch.from_numpy", "torch.asarray", "torch.full", "torch.Tensor.fill_")
INDEXING = "torch.Tensor.__getitem__"
# These take a tensor for its shape alone: its values do not go in.
SHAPE_ONLY = frozenset(
    f"{name}_like" for name in ("zeros", "ones", "rand", "randn", "randint", "empty", "full")
) | frozenset(f"new_{name}" for name in ("zeros", "ones", "empty", "full"))
SHAPE_OF_SECOND = frozenset({"view_as", "expand_as", "reshape_as", "type_as"})
ITSELF = "itself"  # detail of an operation that compared one value with itself: it depends on nothing
# What puts a loss together out of its terms; what multiplies or divides by a plain number only weights one.
SUMMING = ops.SUMMING | {"backward"}
CARRIES_GRADIENT = ("float", "bfloat", "complex", "half", "double")

Seen = TypeVar("Seen", bound=Evidence)


@dataclass(frozen=True)
class Link:
    """`child` was computed from `parent` outside torch, or because of it; read from the source, so inferred."""

    child: int
    parent: int


class UncutGraph:
    """Nodes by index; `inputs` are what a node was computed from, also outside torch."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.query = recording.query
        self.nodes = recording.nodes
        self.node: Callable[[int], Node] = self.nodes.__getitem__  # by index; asked often
        self.sources = SourceFiles(recording.sources)
        self.flow = Flow(self.sources)

    def evidence(self, kind: type[Seen]) -> tuple[Seen, ...]:
        """What watchers saw of this kind."""
        return tuple(seen for seen in self.recording.evidence if isinstance(seen, kind))

    def switch(self, index: int) -> Switch:
        return self.recording.switches[index]

    def inputs(self, index: int) -> tuple[int, ...]:
        """What a node was computed from, also outside torch or by a branch."""
        node = self.nodes[index]
        if node.detail == ITSELF and self.query.kind in ("silent", "asleep"):
            return ()
        seen = _values_in(node)
        links = self._links_of.get(index)
        put = self.put_into.get(index)
        if not links and not put:
            return seen
        return tuple(dict.fromkeys((*seen, *(link.parent for link in links or ()), *(put or ()))))

    @cached_property
    def put_into(self) -> dict[int, dict[int, Chain]]:
        """Leaves that other leaves' values were put into, which torch does not follow, and where."""
        found: dict[int, dict[int, Chain]] = {}
        for put in self.query.facts.get("put", ()):
            chain = tuple(Place(**place) for place in put["chain"])
            found.setdefault(put["into"], {}).update(dict.fromkeys(put["from"], chain))
        return found

    def behind(self, roots: tuple[int, ...]) -> set[int]:
        """The roots and all that they were computed from, as torch saw it."""
        seen, queue = set(roots), list(roots)
        for at in queue:
            new = [i for i in _values_in(self.nodes[at]) if i not in seen]
            seen.update(new)
            queue += new
        return seen

    @cached_property
    def users(self) -> dict[int, list[int]]:
        """Who was computed from a node, as torch saw it."""
        found: dict[int, list[int]] = {}
        for index, node in enumerate(self.nodes):
            for parent in node.inputs:
                found.setdefault(parent, []).append(index)
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
        found, queue = set[int](), list(self.query.roots)
        for at in queue:
            node = self.nodes[at]
            op = node.act
            if at not in found and (op in SUMMING or (op in ops.SCALING and len(node.inputs) == 1)):
                found.add(at)
                queue += node.inputs
        return found

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """Where the question starts; a loss that is no tensor starts at the exports it came from."""
        if self.query.roots or self.query.kind != "not-a-tensor":
            return self.query.roots
        chains = self._export_chains
        reached = self.flow.feeding(self.query.chain, chains) if self.query.chain else []
        return tuple(self.exports[r.index] for r in reached)

    @property
    def roots_inferred(self) -> bool:
        return not self.query.roots

    def is_inferred(self, child: int, parent: int) -> bool:
        """Does only the source tell that `child` came from `parent`?"""
        links = self._links_of.get(child)
        return links is not None and any(link.parent == parent for link in links)

    def can_carry(self, index: int) -> bool:
        """Can this value's kind of number have a gradient at all? Integers and truth values cannot."""
        node = self.nodes[index]
        return node.requires_grad or not node.dtype or node.dtype.startswith(CARRIES_GRADIENT)

    @cached_property
    def exports(self) -> list[int]:
        """The values that left torch, without counters and seeds: nothing that could learn is behind those."""
        found = [i for i, n in enumerate(self.nodes) if n.kind == "export" and n.op != "backward"]
        return [i for i in found if self._could_learn_behind(i)]

    @cached_property
    def _export_chains(self) -> list[Chain]:
        """Where the values left, as the source has them: `array[i] = tensor` takes the value of its right side."""
        chains = (self.nodes[e].chain for e in self.exports)
        return [(*c[:-1], stored_value(c[-1], self.sources)) if c else c for c in chains]

    def _could_learn_behind(self, index: int) -> bool:
        seen, queue = {index}, [index]
        for at in queue:
            if at != index and self.can_carry(at):
                return True
            queue += [i for i in self.nodes[at].inputs if i not in seen]
            seen.update(self.nodes[at].inputs)
        return False

    @cached_property
    def branches(self) -> list[int]:
        """The latest decision of each `if`."""
        latest = {n.chain: i for i, n in enumerate(self.nodes) if n.kind == "branch"}
        return list(latest.values())

    @property
    def has_optimizer(self) -> bool:
        """Does the program say by an optimizer what is meant to learn?"""
        return bool(self.query.facts.get("has_optimizer"))

    @cached_property
    def _links_of(self) -> dict[int, list[Link]]:
        found: dict[int, list[Link]] = {}
        for link in (*self._links_in_source(), *self._links_by_branch()):
            found.setdefault(link.child, []).append(link)
        return found

    def _links_in_source(self) -> list[Link]:
        """Values that left torch and came back, as far as the source tells."""
        chains = self._export_chains
        answers: dict[Chain, list[int]] = {}
        links = []
        for index, node in enumerate(self.nodes):
            if not self.exports or not self._may_come_from_outside(node):
                continue
            if node.chain not in answers:
                answers[node.chain] = [self.exports[r.index] for r in self.flow.feeding(node.chain, chains)]
            links += [Link(index, export) for export in answers[node.chain] if export not in node.inputs]
        return links

    def _links_by_branch(self) -> list[Link]:
        """Results that stand under an `if` on a tensor's value: it decided whether they were computed."""
        links = []
        for branch in self.branches:
            chain = self.nodes[branch].chain
            guard = self.flow.guarded_names(chain[-1]) if chain else None
            decided = {*guard.body, *guard.orelse, *guard.returned} if guard else set()
            chosen = self._compared_names(chain[-1]) if chain else set()
            for index, node in enumerate(self.nodes) if decided or chosen else ():
                if node.kind not in ("leaf", "operation") or node.requires_grad:
                    continue
                if self._is_named(node, decided, chain) or node.name.rpartition(".")[2] in chosen:
                    links.append(Link(index, branch))
        return links

    def _compared_names(self, place: Place) -> set[str]:
        """The values among which Python's own `min` or `max` chooses by comparing."""
        if not self.text(place).startswith(("min(", "max(")):
            return set()
        return {name.rpartition(".")[2] for name in self.flow.names_in(place)}

    def _is_named(self, node: Node, names: set[str], branch: Chain) -> bool:
        """Is this the value of one of the names, in the function of the branch?"""
        place = node.place
        if place is None or (place.file, place.function) != (branch[-1].file, branch[-1].function):
            return False
        return node.name in names or bool(names.intersection(assigned_names(place, self.sources)))

    def _may_come_from_outside(self, node: Node) -> bool:
        if not node.chain or node.kind in ("export", "branch") or node.parameter:
            return False
        if node.requires_grad and not node.outside:
            return False
        return node.outside or node.op in (*REENTRIES, INDEXING) or (node.kind == "leaf" and node.detail == "unseen")

    def text(self, place: Place) -> str:
        return self.sources.segment(place)

    def assigned_name(self, chain: Chain) -> str:
        """The variable that the innermost statement of the chain assigns its expression to, where it is just one."""
        names = assigned_names(chain[-1], self.sources) if chain else []
        return names[0] if len(names) == 1 else ""


def _values_in(node: Node) -> tuple[int, ...]:
    """What went into an operation with its values, and not for its shape alone."""
    op = node.act
    return () if op in SHAPE_ONLY else node.inputs[:1] if op in SHAPE_OF_SECOND else node.inputs
