"""What only the program's source tells about where a value came from: inferred, never observed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from whygrad.recording import Chain, Node, Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import assigned_names, stored_value
from whygrad.source.values.flow import Flow

# Values that came into torch by these are looked for in the source, besides those the recorder saw come in.
REENTRIES = ("torch.tensor", "torch.as_tensor", "torch.from_numpy", "torch.asarray", "torch.full", "torch.Tensor.fill_")
INDEXING = "torch.Tensor.__getitem__"
MOST_BRANCHES = 100  # that are taken to decide about one value: of more, the nearest in the text
SHARE = 0.4  # of the time that is left
LEFT_OUT = "part of the source was not searched for values that leave torch and come back"


class InferredLinks:
    """The values that a node may have been computed from outside torch, or that decided whether it was computed.

    A node is looked up when somebody asks for it: a question comes to a few nodes of a large graph.
    """

    def __init__(self, nodes: Sequence[Node], exports: list[int], flow: Flow, sources: SourceFiles) -> None:
        self._nodes = nodes
        self._exports = exports
        self._flow = flow
        self._sources = sources
        self._share = sources.inquiry.budget.share(SHARE, LEFT_OUT)
        self._found: dict[int, tuple[int, ...]] = {}
        self._fed: dict[Chain, list[int]] = {}
        self.branches = list({n.chain: i for i, n in enumerate(nodes) if n.kind == "branch"}.values())
        self._any = bool(exports or self.branches)
        if self._any:  # what is asked first must not be answered by less of the program
            asked = (n.chain for n in nodes if n.kind == "branch" or self._may_come_from_outside(n))
            flow.know({id(chain): chain for chain in (*self.export_chains, *asked)}.values())

    def parents(self, index: int) -> tuple[int, ...]:
        """The nodes that the source adds to those that torch saw."""
        if not self._any:
            return ()
        if index not in self._found:
            self._found[index] = ()
            if not self._share.is_spent:
                with self._share:
                    self._found[index] = self._search(index)
        return self._found[index]

    @cached_property
    def export_chains(self) -> list[Chain]:
        """Where the values left, as the source has them: `array[i] = tensor` takes the value of its right side."""
        chains = (self._nodes[e].chain for e in self._exports)
        return [(*c[:-1], stored_value(c[-1], self._sources)) if c else c for c in chains]

    def _search(self, index: int) -> tuple[int, ...]:
        node = self._nodes[index]
        found: list[int] = []
        if self._exports and self._may_come_from_outside(node):
            if node.chain not in self._fed:
                reached = self._flow.feeding(node.chain, self.export_chains)
                self._fed[node.chain] = [self._exports[r.index] for r in reached]
            found += [export for export in self._fed[node.chain] if export not in node.inputs]
        if self.branches and node.kind in ("leaf", "operation") and not node.requires_grad:
            found += self._deciding(node)
        return tuple(dict.fromkeys(found))

    def _may_come_from_outside(self, node: Node) -> bool:
        if not node.chain or node.kind in ("export", "branch") or node.parameter:
            return False
        if node.requires_grad and not node.outside:
            return False
        unseen = node.kind == "leaf" and not node.birth
        return node.outside or node.op in (*REENTRIES, INDEXING) or unseen

    def _deciding(self, node: Node) -> list[int]:
        """The tests of tensors' values under which a result stands, by its name: they decided about it."""
        decided, chosen = self._decisions
        numbers = set(chosen.get(node.name.rpartition(".")[2], ()))
        place = node.place
        if place is not None and (place.file, place.function) in decided:
            names = decided[place.file, place.function]
            for name in (node.name, *assigned_names(place, self._sources)):
                numbers.update(names.get(name, ()))
        if place is not None and len(numbers) > MOST_BRANCHES:
            numbers = set(sorted(numbers, key=lambda n: abs(self._line(n) - place.line))[:MOST_BRANCHES])
        return [self.branches[number] for number in sorted(numbers)]

    def _line(self, number: int) -> int:
        chain = self._nodes[self.branches[number]].chain
        return chain[-1].line if chain else 0

    @cached_property
    def _decisions(self) -> tuple[dict[tuple[str, str], dict[str, list[int]]], dict[str, list[int]]]:
        """The branches that decide about a name of a function, and those that choose among values by comparing."""
        decided: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        chosen: dict[str, list[int]] = defaultdict(list)
        for number, branch in enumerate(self.branches):
            chain = self._nodes[branch].chain
            guard = self._flow.guarded_names(chain[-1]) if chain else None
            for name in {*guard.body, *guard.orelse, *guard.returned} if guard else ():
                decided[chain[-1].file, chain[-1].function][name].append(number)
            for name in self._compared_names(chain[-1]) if chain else ():
                chosen[name].append(number)
        return decided, chosen

    def _compared_names(self, place: Place) -> set[str]:
        """The values among which Python's own `min` or `max` chooses by comparing."""
        if not self._sources.segment(place).startswith(("min(", "max(")):
            return set()
        return {name.rpartition(".")[2] for name in self._flow.names_in(place)}
