"""A step uses gradients that the pass of another optimizer's loss left behind."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.by_products import JudgeTrained, MultiplierTrained, ProbeTrained
from whygrad.evidence.terms import ForeignGradient
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 2  # steps that used it


class ForeignGradientCause(SilentCause):
    name = "foreign-gradient"
    drives = True
    kind = QueryKind.TRAINING
    also = "also updated with it"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(ForeignGradient):
            if not seen.adds or not seen.foreign:
                continue
            chain = seen.cleared or seen.adds
            path = [Step("", seen.foreign[-1], "leaves gradients that another optimizer's step uses")]
            if seen.cleared:
                path.append(Step("", seen.adds[-1], "adds to those gradients"))
            facts = {"cleared": bool(seen.cleared)}
            yield Finding(self.name, "warning", "observed", chain, tuple(path), tuple(dict.fromkeys(seen.names)), facts)
        told = {name for seen in graph.evidence(ForeignGradient) for name in seen.names}
        for judge in graph.evidence(JudgeTrained):
            if judge.term and judge.steps >= SEVERAL and not told.intersection(judge.names):
                told.update(judge.names)
                yield self._of_judge(judge)
        for number in graph.evidence(MultiplierTrained):
            if number.product and number.steps >= SEVERAL and not told.intersection(number.names):
                told.update(number.names)
                yield self._of_number(number)

        for probe in graph.evidence(ProbeTrained):
            if probe.ran and probe.own and probe.steps >= SEVERAL:
                yield self._of_probe(probe)

    def _of_probe(self, seen: ProbeTrained) -> Finding:
        path = (Step("", seen.own[-1], "the pass that this step belongs to"),)
        facts = {"probe": True, "cleared": False}
        return Finding(self.name, "warning", "observed", seen.ran, path, seen.names, facts)

    def _of_judge(self, seen: JudgeTrained) -> Finding:
        apart = bool(seen.ran) and seen.ran[-1] != seen.term[-1]
        path = (Step("", seen.ran[-1], "this pass adds its gradient to the network's own"),) if apart else ()
        names = tuple(dict.fromkeys(seen.names))
        return Finding(self.name, "warning", "observed", seen.term, path, names, {"judge": True, "cleared": False})

    def _of_number(self, seen: MultiplierTrained) -> Finding:
        path = []
        if seen.weight and not seen.product[-1].contains(seen.weight[-1]):
            path.append(Step("", seen.weight[-1], "computed here and not detached"))
        if seen.ran:
            path.append(Step("", seen.ran[-1], "this pass adds its gradient to that of the parameter's own loss"))
        facts = {"number": True, "cleared": False}
        return Finding(self.name, "warning", "observed", seen.product, tuple(path), seen.names, facts)

    def subject(self, finding: Finding) -> str:
        return (
            f"{counted(finding.lost)} {'is' if len(finding.lost) <= 1 else 'are'} updated with another loss's gradient"
        )

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("judge"):
            return (
                "the loss is this network's output and should train only its input, "
                "but the network's step uses the gradient too"
            )
        if finding.facts.get("probe"):
            return (
                "a pass for the gradient of an input also leaves gradients in the parameters, and nothing clears them"
            )
        if finding.facts.get("number"):
            return "it weights this loss without being detached, so its step also uses this loss's gradient"
        return "an earlier pass leaves it behind, and nothing clears it before the next pass"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("judge"):
            return "another optimizer trains its parameters with this output as a loss"
        if finding.facts.get("probe"):
            return "adds to the gradients of the parameters too"
        if finding.facts.get("number"):
            return "this product sends a gradient into both factors"
        return "clears other gradients, not these" if finding.facts["cleared"] else "adds to the existing gradients"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("judge"):
            return (
                "clear the network's gradients between this pass and its own, and let each optimizer step right after "
                "its pass; or set `requires_grad_(False)` on the network for this pass",
            )
        if finding.facts.get("probe"):
            return ("request the gradient of the input alone: `torch.autograd.grad(value, input)`",)
        if finding.facts.get("number"):
            return ("detach it in this product, and train it only with its own loss",)
        if finding.facts["cleared"]:
            return ("clear the gradients of the optimizer that steps next",)
        return ("clear the gradients of the optimizer that steps next, right before this pass",)
