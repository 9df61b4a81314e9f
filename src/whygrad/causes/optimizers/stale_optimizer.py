"""The model changed after its optimizer was built: layers were replaced, or adapters were added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from whygrad.causes._silent import SilentCause, counted, names
from whygrad.causes._strays import late, replacing
from whygrad.evidence.modules import StrayLeaf
from whygrad.evidence.steps import HoldingOptimizer, OrphanedParameter
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain


class StaleOptimizer(SilentCause):
    name = "stale-optimizer"
    also = "also missing from the optimizer"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        strays, holding = replacing(graph), graph.only(HoldingOptimizer)
        if strays and holding is not None:
            lost, orphans = names(graph, (s.leaf for s in strays)), graph.evidence(OrphanedParameter)
            made = _replaced_at(graph, strays, orphans)
            yield self.finding("error", made or holding.made, lost, orphans=len(orphans), replaced=bool(made))
        elif holding is not None and holding.made and (added := late(graph)):
            lost = names(graph, (s.leaf for s in added))
            yield self.finding("error", holding.made, lost, orphans=0, replaced=False)

    def subject(self, finding: Finding) -> str:
        one = len(finding.lost) <= 1
        return f"{counted(finding.lost)} {'gets a gradient and is' if one else 'get gradients and are'} never updated"

    def clause(self, finding: Finding) -> str:
        number = finding.facts["orphans"]
        if not number:
            return "the model got new parameters after the optimizer was created"
        held = "a parameter" if number == 1 else f"{number} parameters"
        return f"the optimizer holds {held} that the model no longer has"

    def label(self, finding: Finding) -> str:
        if finding.facts["replaced"]:
            return "creates new parameters while the optimizer keeps the old ones"
        return "takes the parameters that the model has at this moment"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["replaced"]:
            return (
                "write the new values into the existing parameters, inside `with torch.no_grad():` with "
                "`copy_(…)` or by `load_state_dict(…)`; or create a new optimizer here",
            )
        return (
            "create the optimizer when the model is complete, or add new parameters "
            "with `optimizer.add_param_group(…)`",
        )


def _replaced_at(graph: UncutGraph, strays: list[StrayLeaf], orphans: Sequence[OrphanedParameter]) -> Chain:
    """Where all of it was made, where that was in the midst of the training.

    What made the old parameters too (a constructor, a function that builds models) is not to blame: its caller is.
    """
    chains = [graph.node(s.leaf).birth for s in strays if s.leaf is not None and s.born]
    if not chains or len(chains) < len(strays):
        return ()
    chain = min(chains, key=len)
    inside = max((_common_end(chain, orphan.made) for orphan in orphans), default=0)
    return chain[: max(1, len(chain) - inside)]


def _common_end(one: Chain, other: Chain) -> int:
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(reversed(one), reversed(other), strict=False))
    return sum(1 for _ in alike)
