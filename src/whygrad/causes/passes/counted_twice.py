"""A loss that has a pass of its own is also a term of another loss: its gradient counts twice in one step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.terms import CountedTwice, RepeatedPenalty, RepeatedTerm
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place, QueryKind
from whygrad.source.sharing.repeated import multiplied_container

SEVERAL = 2  # passes that had it


class CountedTwiceCause(SilentCause):
    name = "counted-twice"
    drives = True
    kind = QueryKind.TRAINING
    also = "also counted twice"
    inferred = (
        "whygrad observed that the term is added twice; the line that repeats one object is inferred from the source"
    )

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for repeated in graph.evidence(RepeatedTerm):
            if not repeated.again or repeated.steps < SEVERAL:
                continue
            shared = multiplied_container(repeated.again[-1], graph.sources)
            if shared is not None:
                yield self._in_one_container(repeated, shared)
            elif repeated.again != repeated.already:  # the same line may go over a list that has it so on purpose
                yield self._in_one_sum(repeated)
        for penalty in graph.evidence(RepeatedPenalty):
            if penalty.term and penalty.steps >= SEVERAL:
                yield self._penalty(penalty)
        for seen in graph.evidence(CountedTwice):
            if not seen.part:
                continue
            apart = bool(seen.whole) and seen.whole[-1] != seen.part[-1]
            again = "runs backward again here" if seen.is_same else "runs backward again, as a term of this loss"
            path = (Step("", seen.whole[-1], again),) if apart else ()
            facts = {"same": seen.is_same, "apart": apart}
            yield Finding(self.name, "warning", "observed", seen.part, path, tuple(dict.fromkeys(seen.names)), facts)

    def _penalty(self, seen: RepeatedPenalty) -> Finding:
        """A weight that two layers share is met twice where layers are gone through, and most are met once."""
        severity = "warning" if seen.several >= seen.once else "note"
        facts = {"penalty": True, "times": seen.times}
        wording = Wording("also counted several times")
        return Finding(self.name, severity, "observed", seen.term, (), seen.names, facts, wording=wording)

    def _in_one_sum(self, seen: RepeatedTerm) -> Finding:
        """With a factor of its own it may be meant: a part of the whole that is to weigh more."""
        shown = ((seen.term, "this term"), (seen.already, "it is already part of this sum"))
        path = tuple(Step("", chain[-1], text) for chain, text in shown if chain and chain[-1] != seen.again[-1])
        severity = "note" if seen.weighted else "warning"
        return Finding(self.name, severity, "observed", seen.again, path, facts={"in_one": True})

    def _in_one_container(self, seen: RepeatedTerm, shared: Place) -> Finding:
        """What was put into one of the containers is in all of them."""
        shown = ((seen.term, "this term"), (seen.again, "adds it a second time"))
        path = tuple(Step("", chain[-1], text) for chain, text in shown if chain and chain[-1] != shared)
        chain = seen.again
        if chain[-1].function.endswith("<genexpr>") and len(chain) > 1:
            chain = chain[:-1]  # the list was made by the function around it
        made = replace(shared, function=chain[-1].function)
        return Finding(
            self.name, "warning", "inferred", (*chain[:-1], made), path, facts={"in_one": True, "container": True}
        )

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("penalty"):
            return f"the penalty on {counted(finding.lost, 'the parameters')} counts several times in one loss"
        if finding.facts.get("in_one"):
            return "a term counts twice in the loss"
        return f"a loss counts twice in the gradient of {counted(finding.lost, 'the parameters')}"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("penalty"):
            return f"the line adds the same term up to {finding.facts['times']} times for one parameter"
        if finding.facts.get("container"):
            return "all elements of this list are one object, so a value added to one is in all of them"
        if finding.facts.get("in_one"):
            return "the sum already contains it, and it is added again"
        if finding.facts["same"]:
            return "it runs backward twice before one `step()`"
        return "it runs backward by itself, and again inside another loss, before one `step()`"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("penalty"):
            return f"runs up to {finding.facts['times']} times for the same parameter"
        if finding.facts.get("container"):
            return "repeats one object instead of creating new ones"
        if finding.facts.get("in_one"):
            return "adds it a second time"
        return "its first pass" if finding.facts["apart"] else "adds the same gradient again at the next pass"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("penalty"):
            return (
                "add each parameter's term once; `parameters()` of a module already returns those of its submodules",
            )
        if finding.facts.get("container"):
            return ("create a new one for each element: `[[] for _ in range(n)]`",)
        if finding.facts.get("in_one"):
            return ("add each term once; if it should weigh more, multiply it by a factor",)
        return (
            "run one `backward()`, on the whole loss; to inspect one term, use `torch.autograd.grad`, or clear the "
            "gradients before the real pass",
        )
