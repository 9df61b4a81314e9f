"""`if tensor > 0:`: the value steers the program, but nothing of it goes into the result."""

from __future__ import annotations

import re

from whygrad.causes._base import Cause
from whygrad.evidence.marks import Decided
from whygrad.finding import Finding
from whygrad.graph.precedence import Plausibility
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph

TAKEN = {True: "taken", False: "not taken"}
PICKS = re.compile(r"(min|max|sorted)\([^()]*\)")  # Python's own, which compare what they are given


class BranchOnValue(Cause):
    name = "branch-on-value"
    inferred = "whygrad infers from the source which values the branch decides"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        if node.kind != "branch":
            return None
        guard = graph.flow.guarded_names(node.chain[-1]) if node.chain else None
        # Of `if not x:` Python knows the whole statement only: the test is marked.
        test = guard is not None and node.chain[-1].contains(guard.test)
        chain = (*node.chain[:-1], guard.test) if guard and test else node.chain
        return Cut(self.name, chain, index, Plausibility.DECISION)

    def clause(self, finding: Finding) -> str:
        root, text = finding.facts["root"], finding.facts["text"]
        if PICKS.fullmatch(text):
            return f"the only path to `{root}` is the comparison in `{text}`, which has no derivative"
        return f"the only path to `{root}` is the branch on `{text}`, and a branch has no derivative"

    def label(self, finding: Finding) -> str:
        text, decided = str(finding.facts["text"]), finding.facts["mark"] == Decided(True)
        if PICKS.fullmatch(text):
            return f"compares its arguments: the comparison was {decided} with this input"
        if text.startswith("not "):
            return f"`{text.removeprefix('not ')}` was {decided}: with this input the branch was {TAKEN[not decided]}"
        return f"was {decided}: with this input the branch was {TAKEN[decided]}"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "compute both sides and choose with `torch.where(condition, a, b)`, so that every input reaches the result",
        )
