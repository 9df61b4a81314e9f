"""Recordings made by hand: a few operations on lines of their own, with nothing run and no torch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Node, Place, Query, QueryKind, Recording, Switch

FILE = "main.py"


@dataclass
class Sketch:
    """What a program computed, written down line by line: every method adds a line of text, and what was done there."""

    lines: list[str] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    switches: list[Switch] = field(default_factory=list)

    def leaf(self, name: str, text: str = "", **facts: Any) -> int:
        """A parameter that requires a gradient and that an optimizer holds, unless `facts` say otherwise."""
        chain = self.line(text or f"{name} = torch.ones(3, requires_grad=True)")
        known = {"requires_grad": True, "parameter": True, "optimized": True, "op": "torch.ones", "inputs": (), **facts}
        return self._add(Node(chain=chain, kind="leaf", dtype="float32", name=name, **known))

    def op(self, name: str, *inputs: int, text: str = "", **facts: Any) -> int:
        """A result; it requires a gradient where an input does, unless `facts` say otherwise."""
        chain = facts.pop("chain", None) or self.line(text or f"y = {name}(…)")
        known = {"requires_grad": any(self.nodes[i].requires_grad for i in inputs), "kind": "operation", **facts}
        return self._add(Node(op=f"torch.{name}", inputs=inputs, chain=chain, **{"dtype": "float32", **known}))

    def cut(self, value: int, text: str = "y = x.detach()", **facts: Any) -> int:
        return self.op("Tensor.detach", value, text=text, requires_grad=False, **facts)

    def without_gradients(self, text: str = "with torch.no_grad():", kind: str = "no_grad") -> int:
        self.switches.append(Switch(kind, self.line(text)))
        return len(self.switches) - 1

    def line(self, text: str) -> Chain:
        self.lines.append(text)
        return (Place(FILE, len(self.lines), 1, len(self.lines), len(text) + 1, "<module>"),)

    def recording(
        self, *roots: int, kind: QueryKind = QueryKind.BACKWARD, wrt: tuple[int, ...] = (), **known: Any
    ) -> Recording:
        known = {"has_optimizer": any(node.optimized for node in self.nodes), **known}
        query = Query(kind, roots, wrt, self.line("loss.backward()"), root_name="loss", **known)
        return Recording(query, tuple(self.nodes), tuple(self.switches), sources={FILE: "\n".join(self.lines) + "\n"})

    def graph(self, *roots: int, **known: Any) -> UncutGraph:
        return UncutGraph(self.recording(*roots, **known))

    def _add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1
