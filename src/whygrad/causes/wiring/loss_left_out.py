"""A value that was computed like a loss, and that no backward pass was run from."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import root_name
from whygrad.causes._silent import (
    SilentCause,
    counted,
    dead_terms,
    leaves_behind,
    loss_operations,
    names,
    reachable,
    unreached,
)
from whygrad.causes._steering import steering_exports
from whygrad.evidence.of_one_cause.abandoned_terms import AbandonedTerm
from whygrad.evidence.passes import UnusedScalar
from whygrad.evidence.terms import LastOfSeveral, SiblingLeftOut
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.doubles import doubled_terms
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import LOSSES, SCALING, SUMMING
from whygrad.recording import Chain, Place, QueryKind
from whygrad.source.patterns.dropped import is_discarded
from whygrad.source.patterns.loops import is_chosen_by_key
from whygrad.source.patterns.returned import is_part_passed, part_returned
from whygrad.source.patterns.stores import is_put_away, picked_from
from whygrad.source.span import assigned_names
from whygrad.source.unmatched_keys import unmatched_key
from whygrad.source.values.overwritten import lost_name, overwritten_name
from whygrad.source.values.replaced_in_loops import replaced_in_loop

REPORTING = ("item", "__float__", "__format__", "tolist")
SUMS = SUMMING | SCALING
DROPPED = "computed here and never used"
SEVERAL = 2  # steps


class LossLeftOut(SilentCause):
    name = "loss-left-out"
    yields_to = ("left-torch",)  # a number that steers the program is why the value is in no loss
    inferred = "whygrad observed that a term is left out; the line that leaves it out is inferred from the source"

    def settles(self, graph: UncutGraph) -> set[int]:
        """Where a term stands in the loss twice, another has lost its place: no cut is to blame for that."""
        starving = set(graph.query.wrt) if graph.query.kind is QueryKind.SILENT else set()
        return starving if starving and doubled_terms(graph) else set()

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        """What was assigned over before anything read it, while all that it depends on learns by other terms."""
        if graph.query.kind is not QueryKind.TRAINING:
            return
        yield from self._replaced(graph)
        yield from self._siblings(graph)
        told = set()
        for term in graph.evidence(AbandonedTerm):
            for ran in term.ran if term.steps >= SEVERAL and term.chain else ():
                name = overwritten_name(term.chain[-1], ran[-1], graph.sources) if ran else ""
                if name and ran not in told:
                    told.add(ran)
                    path = (Step("", term.chain[-1], DROPPED),)
                    facts = {"name": name, "overwritten": True, "itself": False}
                    yield Finding(self.name, "warning", "inferred", ran, path, facts=facts)
                    break
            if term.penalises and term.steps >= SEVERAL and term.chain and term.ran and term.ran[0] not in told:
                told.add(term.ran[0])
                path = (Step("", term.chain[-1], "computed here, but part of no loss"),)
                facts = {
                    "penalty": graph.assigned_name(term.chain) or graph.text(term.chain[-1]).strip(),
                    "itself": False,
                    "overwritten": False,
                }
                yield Finding(self.name, "warning", "observed", term.ran[0], path, facts=facts)

    def _replaced(self, graph: UncutGraph) -> Iterator[Finding]:
        """What each turn of a loop computes for the loss, and the next one replaces."""
        told = set()
        for term in graph.evidence(LastOfSeveral):
            name, chain = replaced_in_loop(term.chain, term.ran, graph.sources) if term.steps >= SEVERAL else ("", ())
            if name and chain[-1] not in told:
                told.add(chain[-1])
                path = (Step("", term.chain[-1], "computed here"),) if term.chain[-1] != chain[-1] else ()
                facts = {"name": name, "overwritten": True, "itself": False, "times": term.times}
                yield Finding(self.name, "warning", "inferred", chain, path, facts=facts)

    def _siblings(self, graph: UncutGraph) -> Iterator[Finding]:
        """What one of two calls returns for the loss, and nothing reads."""
        for term in graph.evidence(SiblingLeftOut) if graph.query.kind is QueryKind.TRAINING else ():
            parted = [at for at, (one, its) in enumerate(zip(term.chain, term.beside, strict=False)) if one != its]
            if term.steps < SEVERAL or not parted:
                continue
            here, other = term.chain[parted[0]], term.beside[parted[0]]
            if name := lost_name(here, other, graph.sources):
                path = (Step("", other, "a value of the same kind, which is in the loss"),)
                facts = {"name": name, "sibling": True, "overwritten": False, "itself": False}
                yield Finding(self.name, "warning", "inferred", term.chain[: parted[0] + 1], path, facts=facts)

    def find_without_cut(self, graph: UncutGraph) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.SILENT or not graph.query.roots:
            return
        if doubled := self._doubled(graph):
            yield doubled
            return
        idle = unreached(graph)
        found = next(self._left_out(graph, idle), None) if idle else None
        if found is None and idle:
            found = next(self._constant_terms(graph, idle), None)
        if found is not None:
            yield found

    def _doubled(self, graph: UncutGraph) -> Finding | None:
        """The place of a term that is in the loss already, while something starves."""
        place, term = next(iter(doubled_terms(graph)), (None, 0)) if graph.query.wrt else (None, 0)
        if place is None:
            return None
        chain = graph.node(term).chain
        before = chain[: chain.index(place)] if place in chain else ()
        facts = {"root": root_name(graph), "twice": graph.text(place).strip()}
        lost = names(graph, sorted(graph.query.wrt))
        return self.finding("warning", (*before, place), lost, Wording("also without gradient"), **facts)

    def _left_out(self, graph: UncutGraph, idle: set[int]) -> Iterator[Finding]:
        learning = leaves_behind(graph, graph.query.roots[-1])
        steering = set(steering_exports(graph))  # what the program decides by is not only reported
        reported = [
            (node.inputs[0], "computed here, and only logged")
            for at, node in enumerate(graph.nodes)
            if at not in steering and node.kind == "export" and node.act in REPORTING and node.inputs
        ]
        decides = {graph.node(at).inputs[0] for at in steering}
        dropped = [(scalar.at, DROPPED) for scalar in graph.evidence(UnusedScalar) if scalar.at not in decides]
        # A result that its own statement drops is the mistake itself, whatever is reported beside it.
        dropped.sort(key=lambda pair: not _is_discarded(graph, pair[0]))
        number = sum(_is_discarded(graph, at) for at, _ in dropped)
        for index, label in (*dropped[:number], *reported, *dropped[number:]):
            leaves = leaves_behind(graph, index)
            # A loss shares what learns with the one that went backward; a metric need not.
            if idle & leaves and graph.node(index).requires_grad and leaves & learning:
                yield self._found(graph, index, sorted(idle & leaves), label)

    def _found(self, graph: UncutGraph, index: int, lost: list[int], label: str) -> Finding:
        if found := self._handed_on_in_part(graph, index, lost):
            return found
        ran, left = graph.node(graph.query.roots[-1]), graph.node(index)
        # Where the value contains what went backward, the wrong one did; else a term was not put in.
        made = graph.node(ran.inputs[0]).chain if ran.inputs else ()
        contained = any(graph.node(i).chain == made for i in reachable(graph, (index,)) if i != index)
        elsewhere = bool(left.place and ran.place and left.place.function != ran.place.function)
        chain = ran.chain if contained or not made else made
        if contained and label == DROPPED and (elsewhere or _is_discarded(graph, index)):
            chain = left.chain  # a function has computed the whole, and nobody has got it
        facts = {"root": root_name(graph), "overwritten": chain is made and _share_a_name(graph, left.chain, made)}
        picked = None
        if chain is made and not facts["overwritten"]:
            picked = picked_from(left.place, graph.sources) if left.place and left.chain[-1:] == made[-1:] else None
            survivor = _survivor(graph, index)
            kept = bool(survivor) or (left.place is not None and is_put_away(left.place, graph.sources))
            chosen = _choice_by_key(graph) if kept and not picked else ()
            facts["by_key"] = bool(chosen)
            odd = self._unmatched(graph, index, chosen or made, label, facts, lost) if not picked else None
            if odd is not None:
                return odd
            chain = (*made[:-1], picked) if picked else chosen or survivor or made
            facts["overwritten"] = bool(survivor) and not picked and not chosen
        path = (Step("", left.place, label),) if left.place and left.place != chain[-1] else ()
        facts["itself"] = chain is left.chain
        evidence = "inferred" if picked or facts.get("by_key") else "observed"
        return Finding(self.name, "warning", evidence, chain, path, tuple(names(graph, lost)), facts)

    def _unmatched(
        self, graph: UncutGraph, index: int, chosen: Chain, label: str, facts: dict[str, object], lost: list[int]
    ) -> Finding | None:
        """A sum chooses its terms by keys, and one of these is no term's: there a name is spelt in two ways."""
        left = graph.node(index)
        key = unmatched_key(chosen[-1], left.chain, tuple(graph.recording.sources), graph.sources) if chosen else None
        if key is None or left.place is None:
            return None
        steps = [Step("", left.place, label)]
        steps += [Step("", key.store, "its key")] if key.store.line != left.place.line else []
        steps += [Step("", chosen[-1], "does not include that value")]
        facts = {"root": facts["root"], "key": key, "itself": False, "overwritten": False}
        return Finding(self.name, "warning", "inferred", (key.place,), tuple(steps), tuple(names(graph, lost)), facts)

    def _handed_on_in_part(self, graph: UncutGraph, index: int, lost: list[int]) -> Finding | None:
        """A function has the whole, and returns a part, or passes a part on: its line is the one to change."""
        ran, left = graph.node(graph.query.roots[-1]), graph.node(index).place
        for whole in (graph.node(at) for at in _wholes(graph, index)):
            total = whole.place
            if total is None or ran.place is None or _in_one_function(total, ran.place):
                continue
            callers = [place for place in ran.chain[:-1] if _in_one_function(place, total)]
            returned = part_returned(total, graph.sources) if not callers else None
            handed = returned or next((p for p in callers if is_part_passed(total, p, graph.sources)), None)
            if handed is None:
                continue
            steps = [Step("", total, "the whole sum is computed here")]
            steps += [Step("", left, "computed here")] if left is not None and left.line != total.line else []
            facts = {"root": root_name(graph), "part": "returns" if returned else "passes", "itself": False}
            chain = (*whole.chain[:-1], handed)
            return Finding(self.name, "warning", "inferred", chain, tuple(steps), tuple(names(graph, lost)), facts)
        return None

    def _constant_terms(self, graph: UncutGraph, idle: set[int]) -> Iterator[Finding]:
        """Terms that compare two things of which neither comes from anything that learns."""
        for term in dead_terms(graph):
            node = graph.node(term)
            leaves = [graph.node(i) for i in leaves_behind(graph, term)]
            if node.act not in LOSSES or node.switch is not None or not node.chain:
                continue
            if not any(leaf.requires_grad or leaf.parameter for leaf in leaves):
                facts = {"root": root_name(graph), "constant": graph.text(node.chain[-1]).strip()}
                lost = tuple(dict.fromkeys(names(graph, sorted(idle))))
                yield Finding(self.name, "warning", "observed", node.chain, lost=lost, facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("name"):
            return "a term of the loss is lost"
        if finding.facts.get("penalty"):
            return "a penalty trains nothing"
        verb = "gets" if len(finding.lost) <= 1 else "get"
        return f"{counted(finding.lost)} {verb} no gradient"

    def clause(self, finding: Finding) -> str:
        if times := finding.facts.get("times"):
            name = finding.facts["name"]
            return f"each iteration of the loop overwrites `{name}`, so the loss has only the last of {times} values"
        if finding.facts.get("sibling"):
            return f"nothing reads the `{finding.facts['name']}` that this call returns"
        if name := finding.facts.get("name"):
            return f"`{name}` is assigned again before anything reads its earlier value"
        if name := finding.facts.get("penalty"):
            return f"`{name}` is computed from a derivative with `create_graph=True`, and no backward pass uses it"
        root = finding.facts["root"]
        if finding.facts.get("twice"):
            return f"`{finding.facts['twice']}` is added to `{root}` twice, from the same values"
        if finding.facts.get("constant"):
            return f"`{finding.facts['constant']}` is a term of `{root}` that does not depend on anything trainable"
        them = "it" if len(finding.lost) == 1 else "them"
        return f"a value that depends on {them} was computed, but `{root}` does not include it"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("twice"):
            return "the same term again"
        if finding.facts.get("constant"):
            return "does not depend on the model"
        if finding.facts["itself"]:
            return DROPPED
        if key := finding.facts.get("key"):
            return f"the key of the term is `{key.term}`, and no term has the key `{key.key}`"
        if finding.facts.get("sibling"):
            return f"returns a `{finding.facts['name']}` that is not in the loss"
        if verb := finding.facts.get("part"):
            return f"{verb} only a part of the loss"
        if finding.facts.get("times"):
            return "overwrites the previous value"
        return "replaces the earlier value" if finding.facts["overwritten"] else "does not include that value"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("twice"):
            return ("compute this term from the value that is left out",)
        if finding.facts.get("constant"):
            return ("compare the model's output, not its input",)
        if finding.facts["itself"]:
            return ("return the new value, and call `backward()` on that",)
        if part := finding.facts.get("part"):
            return (f"{'return' if part == 'returns' else 'pass'} the whole loss",)
        if finding.facts.get("sibling"):
            return (f"add this `{finding.facts['name']}` to the loss too",)
        if finding.facts.get("times"):
            return ("start a sum before the loop, and add each value to it: `total = total + …`",)
        if finding.facts["overwritten"]:
            name = finding.facts.get("name", "loss")
            return (f"add to the loss instead of reassigning it: `{name} = {name} + …`",)
        if name := finding.facts.get("penalty"):
            return (f"add `{name}` to the loss; to only log it, take the derivative without `create_graph=True`",)
        if key := finding.facts.get("key"):
            return (f"use one key for the term and for this entry: `{key.term}`",)
        if finding.facts.get("by_key"):
            return ("add its key to the keys that the sum selects",)
        return ("call `backward()` on the whole loss",)


def _in_one_function(one: Place, other: Place) -> bool:
    return (one.file, one.function) == (other.file, other.function)


def _wholes(graph: UncutGraph, index: int) -> list[int]:
    """The sums, in no pass, that have both this value and what went backward in them, or what that was scaled from.

    What was logged may be of another step, so that a value is known by where it was computed.
    """
    parts = {graph.node(at).chain for at in _scaled_from(graph, graph.query.roots[-1])}
    sums = [at for at, node in enumerate(graph.nodes) if graph.adds_up(at) and at not in graph.behind_passes]
    behind = {at: {graph.node(i).chain for i in reachable(graph, (at,)) if i != at} for at in sums}
    return [at for at in sums if {graph.node(at).chain, *behind[at]} & {graph.node(index).chain} and parts & behind[at]]


def _scaled_from(graph: UncutGraph, root: int) -> Iterator[int]:
    """What went backward, and what it is a multiple of."""
    at, node = root, graph.node(root)
    while len(node.inputs) == 1 and (node.kind == "export" or node.act in SCALING):
        at, node = node.inputs[0], graph.node(node.inputs[0])
        yield at
    if at == root:
        yield root


def _survivor(graph: UncutGraph, index: int) -> Chain:
    """Where the same function was called again and that one's value is in the loss: there it took the other's place."""
    left = graph.node(index)
    for at in sorted(loss_operations(graph)):
        chain = graph.node(at).chain
        if at == index or chain[-1:] != left.chain[-1:] or len(chain) != len(left.chain):
            continue
        for depth, (one, other) in enumerate(zip(left.chain, chain, strict=True), 1):
            if one != other:
                return chain[:depth] if (one.file, one.function) == (other.file, other.function) else ()
    return ()


def _choice_by_key(graph: UncutGraph) -> Chain:
    """Where the loss is put together out of terms that are chosen by their keys."""
    added = (graph.node(at) for at in sorted(loss_operations(graph)))
    chosen = [n for n in added if n.act in SUMS and n.place and is_chosen_by_key(n.place, graph.sources)]
    return max(chosen, key=lambda node: node.clock).chain if chosen else ()


def _share_a_name(graph: UncutGraph, one: Chain, other: Chain) -> bool:
    """Do both statements assign the same variable of one function?"""
    if not one or not other or (one[-1].file, one[-1].function) != (other[-1].file, other[-1].function):
        return False
    return bool(set(assigned_names(one[-1], graph.sources)) & set(assigned_names(other[-1], graph.sources)))


def _is_discarded(graph: UncutGraph, at: int) -> bool:
    place = graph.node(at).place
    return place is not None and is_discarded(place, graph.sources)
