"""The optimizer holds parameters that the model no longer has: a layer was replaced after it was built."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted, names
from whygrad.causes._strays import replacing, where_ways_part
from whygrad.evidence.holdings import LateLeaf, PutLeaf
from whygrad.evidence.modules import StrayLeaf
from whygrad.evidence.steps import HoldingOptimizer, OrphanedParameter
from whygrad.finding import USUAL, Finding, Step, Wording
from whygrad.graph.sites import parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.chains import common_end
from whygrad.source.patterns.arguments import ITSELF, is_argument
from whygrad.source.sharing.taken_back import taken_back

TAKEN_BACK = "whygrad infers from the source that this line makes the copy the running model"


class StaleOptimizer(SilentCause):
    name = "stale-optimizer"
    also = "also missing from the optimizer"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        strays, holding = replacing(graph), graph.only(HoldingOptimizer)
        if strays and holding is not None:
            lost, orphans = names(graph, (s.leaf for s in strays)), graph.evidence(OrphanedParameter)
            made, put = _replaced_at(graph, holding, strays, orphans)
            early = _too_early(graph, holding, strays)
            strangers = _are_strangers(graph, strays)
            facts = {"orphans": len(orphans), "replaced": bool(made), "put": bool(put), "strangers": strangers}
            back = taken_back(made[-1], graph.sources) if made and not put else None
            if back is not None:  # a copy that was put aside is well: to go on with it is not
                put = (*made[:-1], back)
                facts["put"] = True
            wording = Wording(inferred=TAKEN_BACK) if back is not None else USUAL
            found = self.finding("error", put or made or early, lost, wording, **facts)
            yield replace(found, path=(Step("", made[-1], "creates the new parameters"),)) if put else found

    def subject(self, finding: Finding) -> str:
        one = len(finding.lost) <= 1
        return f"{counted(finding.lost)} {'gets a gradient but is' if one else 'get gradients but are'} never updated"

    def clause(self, finding: Finding) -> str:
        number = finding.facts["orphans"]
        held = "a parameter" if number == 1 else f"{number} parameters"
        return f"the optimizer holds {held} that the model no longer has"

    def label(self, finding: Finding) -> str:
        if finding.facts["put"]:
            return "puts new parameters into the model while the optimizer keeps the old ones"
        if finding.facts["replaced"]:
            return "creates new parameters while the optimizer keeps the old ones"
        if finding.facts["strangers"]:
            return "takes parameters that are not the model's"
        return "takes the parameters that the model has at this moment"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["replaced"]:
            return (
                "copy the new values into the existing parameters with `load_state_dict(…)`, or with `copy_(…)` inside "
                "`with torch.no_grad():`; or create a new optimizer here",
            )
        if finding.facts["strangers"]:
            return ("pass the parameters of the model that is trained: `model.parameters()`",)
        return (
            "create the optimizer when the model is complete, or add new parameters "
            "with `optimizer.add_param_group(…)`",
        )


def _too_early(graph: UncutGraph, holding: HoldingOptimizer, strays: list[StrayLeaf]) -> Chain:
    """The making of the optimizer, as the function has it that also replaces the parameters.

    Where the model was complete before it, no order is wrong: the optimizer was given others.
    """
    if _are_strangers(graph, strays):
        return holding.made
    births = [graph.node(s.leaf).birth for s in strays if s.leaf is not None]
    ways = (_in_one_object(holding.made, birth) or where_ways_part(holding.made, birth) for birth in births if birth)
    return min(ways, key=len, default=holding.made)


def _are_strangers(graph: UncutGraph, strays: list[StrayLeaf]) -> bool:
    """Was all that the model learns with there before the optimizer was made?"""
    late = {seen.leaf for seen in graph.evidence(LateLeaf)}
    return not any(s.born or s.leaf in late for s in strays)


def _in_one_object(made: Chain, birth: Chain) -> Chain:
    """The making in a constructor, where another method of the class replaces the parameters.

    Who creates the object and then calls the method has no other order to choose.
    """
    level = len(where_ways_part(made, birth))
    if level >= min(len(made), len(birth)):
        return ()
    owner, _, name = made[level].function.rpartition(".")
    other, _, method = birth[level].function.rpartition(".")
    same = owner == other and made[level].file == birth[level].file
    return made[: level + 1] if owner and same and name == "__init__" != method else ()


def _replaced_at(
    graph: UncutGraph, holding: HoldingOptimizer, strays: list[StrayLeaf], orphans: Sequence[OrphanedParameter]
) -> tuple[Chain, Chain]:
    """Where all of it was made, where that was in the midst of the training; and put, where that is another line.

    What made the old parameters too (a constructor, a function that builds models) is not to blame: its caller is. A
    helper that the function which makes the optimizer calls once (a pruner, a resize) is right, and called too late;
    one that a loop calls again and again replaces what it should have written.
    """
    births = {s.leaf: graph.node(s.leaf).birth for s in strays if s.leaf is not None and s.born}
    if not births or len(births) < len(strays):
        return (), ()
    leaf, chain = min(births.items(), key=lambda pair: len(pair[1]))
    inside = max((common_end(chain, orphan.made) for orphan in orphans), default=0)
    inside = min(inside, _below_the_maker(graph, holding, chain, orphans))
    chain = chain[: max(1, len(chain) - inside)]
    put = _put_elsewhere(graph, chain, next((seen.put for seen in graph.evidence(PutLeaf) if seen.leaf == leaf), ()))
    called = where_ways_part(put or chain, holding.made)
    is_beside = len(called) == len(holding.made)  # the function itself makes the optimizer
    return (called, ()) if is_beside and not _is_in_loop(graph, called[-1]) else (_who_gets(graph, chain), put)


def _who_gets(graph: UncutGraph, chain: Chain) -> Chain:
    """A function that returns what it makes takes nothing from the model: its caller does."""
    while len(chain) > 1 and isinstance(_statement(graph, chain[-1]), ast.Return):
        chain = chain[:-1]
    return chain


def _statement(graph: UncutGraph, place: Place) -> ast.AST | None:
    return graph.sources.syntax(place.file).smallest_statement(place.line)


def _below_the_maker(
    graph: UncutGraph, holding: HoldingOptimizer, chain: Chain, orphans: Sequence[OrphanedParameter]
) -> int:
    """How many calls lie inside the function that made the old parameters and the optimizer, and then only parameters.

    Its caller asked for both. Where an argument decides about the optimizer, the caller chose.
    """
    for orphan in orphans:
        at = parting(orphan.made, holding.made)
        below = len(orphan.made) - at - 1 if at is not None else len(chain)
        if at is not None and below < common_end(chain, orphan.made) and not _is_chosen(graph, holding.made[at]):
            return below
    return len(chain)


def _is_chosen(graph: UncutGraph, place: Place) -> bool:
    """Does an argument of its function, by a test, decide whether the place runs?"""
    tests = (node.test for node in graph.sources.syntax(place.file).around(place.line).of(ast.If))
    read = {name.id for test in tests for name in ast.walk(test) if isinstance(name, ast.Name)}
    return any(name not in ITSELF and is_argument(name, place, graph.sources) for name in read)


def _put_elsewhere(graph: UncutGraph, made: Chain, put: Chain) -> Chain:
    """The line that puts a new layer into the model, as far as who makes it calls that; empty where one line does both.

    A layer alone takes nothing from the model, and a function that returns one is right: the put replaces the old one.
    """
    put = where_ways_part(put, made)[: len(made)]
    return put if put and made and not _in_one_statement(graph, put[-1], made[-1]) else ()


def _in_one_statement(graph: UncutGraph, one: Place, other: Place) -> bool:
    syntax = graph.sources.syntax(one.file)
    same = syntax.smallest_statement(one.line) is syntax.smallest_statement(other.line)
    return one.file == other.file and (one.line == other.line or same)


def _is_in_loop(graph: UncutGraph, place: Place) -> bool:
    around = graph.sources.syntax(place.file).around(place.line)
    functions = around.of(ast.FunctionDef, ast.AsyncFunctionDef)
    begin = max((function.lineno for function in functions), default=0)
    return any(begin < loop.lineno for loop in around.of(ast.For, ast.While, ast.AsyncFor))
