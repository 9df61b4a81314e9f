"""A term of the loss has gradients only for parameters that the step after its pass does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.terms import TermOfOthers, UnsteppedTerm
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.arguments import reads_an_argument
from whygrad.source.span import assigned_names

SEVERAL = 3  # inspected passes


class UnsteppedTermCause(SilentCause):
    name = "unstepped-term"
    kind = QueryKind.TRAINING
    also = "the term also has gradients for"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(UnsteppedTerm):
            if seen.passes < SEVERAL or not seen.made or not seen.chain:
                continue
            name = next(iter(assigned_names(seen.chain[-1], graph.sources)), "")
            path = [Step("", seen.chain[-1], "computes the term")]
            path += [Step("", at, "steps with the other terms") for at in seen.stepped[-1:]]
            found = self.finding("note", seen.made, seen.names, term=name, passes=seen.passes, code="")
            yield replace(found, path=tuple(step for step in path if step.place != seen.made[-1]))

        for term in graph.evidence(TermOfOthers):
            if term.passes >= SEVERAL and term.chain:
                yield self._of_others(graph, term)

    def _of_others(self, graph: UncutGraph, term: TermOfOthers) -> Finding:
        """Where the term was given what it is computed from."""
        chain = term.chain
        while len(chain) > 1 and reads_an_argument(chain[-1], graph.sources):
            chain = chain[:-1]
        name = next(iter(assigned_names(term.chain[-1], graph.sources)), "")
        path = [Step("", term.chain[-1], "computes the term")] if chain != term.chain else []
        path += [Step("", at, "steps with the other terms") for at in term.stepped[-1:]]
        facts = {"term": name, "passes": term.passes, "lone": True, "given": chain != term.chain}
        return replace(self.finding("warning", chain, term.names, **facts), path=tuple(path))

    def subject(self, finding: Finding) -> str:
        name = finding.facts["term"]
        return f"`{name}` is part of the loss, but trains nothing" if name else "a term of the loss trains nothing"

    def clause(self, finding: Finding) -> str:
        if "lone" in finding.facts:
            return (
                f"it has gradients only for {counted(finding.lost)}, which no step uses before they are cleared; the "
                "optimizer that steps holds other parameters"
            )
        return f"it has gradients for {counted(finding.lost)}, which no step uses before they are cleared"

    def label(self, finding: Finding) -> str:
        if "lone" in finding.facts:
            what = "gives the term no value that depends" if finding.facts["given"] else "does not depend"
            return f"{what} on the parameters that the step updates"
        return "the optimizer that steps holds other parameters"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"this happened at {finding.facts['passes']} inspected passes",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "lone" in finding.facts:
            return ("compute the term from an output of the network that this step trains, or remove it",)
        return ("step the optimizer that holds them after this pass too, or pass them to the optimizer that steps",)
