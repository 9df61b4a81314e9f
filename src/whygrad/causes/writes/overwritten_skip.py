"""An in-place activation changed the input of a block, and the skip connection adds the changed one."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, reachable
from whygrad.evidence.marks import OverwroteKept
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain
from whygrad.source.patterns.loops import goes_through
from whygrad.source.sharing.reuse import read_again

ADDING = ("add", "cat")


class OverwrittenSkip(SilentCause):
    name = "overwritten-skip"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        behind = reachable(graph)
        written = {(w.chain, w.old): w for w in graph.recording.writes if w.chain and not w.step}
        told: set[Chain] = set()
        for index in behind:
            node = graph.node(index)
            if node.chain[-1:] in told or not any((node.chain, i) in written for i in node.inputs):
                continue
            for user in behind:
                use = graph.node(user)
                if index not in use.inputs or use.act not in ADDING or not use.place or not node.place:
                    continue
                name = read_again(node.place, use.place, graph.sources)
                if name and node.chain[-1:] not in told:
                    told.add(node.chain[-1:])
                    facts = {"name": name, "op": node.spelling.strip("_")}
                    path = (Step("add", use.place, f"adds the changed `{name}`"),)
                    yield Finding(self.name, "warning", "observed", node.chain, path, facts=facts)
            yield from self._kept(graph, index, behind, told)

    def _kept(self, graph: UncutGraph, index: int, behind: set[int], told: set[Chain]) -> Iterator[Finding]:
        """A value that was put aside before a module overwrote it, and that the loss uses as well as what follows."""
        node = graph.node(index)
        users = [graph.node(u) for u in graph.users.get(index, ()) if u in behind]
        places = {user.chain[-1:]: user.place for user in users}
        mark = node.mark
        if not isinstance(mark, OverwroteKept) or len(places) < 2 or node.chain[-1:] in told:
            return
        if node.place and goes_through(node.place, mark.container, graph.sources):
            return  # each of a list, by itself: the new values are meant
        told.add(node.chain[-1:])
        facts = {"name": mark.container, "op": node.spelling.strip("_"), "kept": True}
        last = max(users, key=lambda user: user.clock).place
        path = (Step("", last, "uses the current value"),) if last else ()
        yield Finding(self.name, "warning", "observed", node.chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("kept"):
            return f"a value in `{finding.facts['name']}` is changed before it is used"
        return f"`{finding.facts['name']}` is changed before it is added again"

    def clause(self, finding: Finding) -> str:
        op = finding.facts["op"]
        if finding.facts.get("kept"):
            return f"it was stored first, and `{op}` overwrote it in place"
        return f"`{op}` overwrote it in place, so the skip's gradient passes through `{op}` too"

    def label(self, finding: Finding) -> str:
        return f"writes its result into `{finding.facts['name']}`"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        op, name = finding.facts["op"], finding.facts["name"]
        if finding.facts.get("kept"):
            return (f"use `{op}` out of place (`inplace=False`), or store the value after it if you want the new one",)
        return (f"use `{op}` out of place (`inplace=False`), so that `{name}` keeps its original value",)
