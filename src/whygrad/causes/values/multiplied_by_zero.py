"""A product with a factor that is all zeros: two that both start at zero, a mask that lets nothing through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import leaves_behind, steps_taken
from whygrad.causes.values._born_zero import NEAR, born_constant, born_zero, drops_fractions
from whygrad.causes.values._overwritten import overwritten
from whygrad.causes.values._zero_weight import LABELS, help_of, steps_of, stuck_weights
from whygrad.causes.values._zeros import PRODUCTS, ZeroCause, Zeroed, has_lasted, made_zero, zeroed
from whygrad.evidence.values import StarvingLeaf
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.sites import up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import CASTING, COMPARISONS, FILLING_WITH_ZEROS, VIEWS
from whygrad.recording import Chain, Node, QueryKind
from whygrad.source.patterns.shortened import shortening
from whygrad.walk import breadth_first

FOLLOWED = COMPARISONS | CASTING | VIEWS | {"stack", "cat", "clone", "clamp_min", "where"}  # to what a mask compares
INFERRED = "whygrad observed the weight at each pass; the line that keeps it at 0 is inferred from the source"
KEPT = "leaf-without-grad"  # which knows where a module keeps the zeros
TWO_STEPS = 2  # a factor that starts at zero alone has left it by then


class MultipliedByZero(ZeroCause):
    name = "multiplied-by-zero"
    inferred = "whygrad observed the zeros; the line that led to them is inferred from the source"
    kinds = PRODUCTS

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        for zero, stuck in stuck_weights(graph) if graph.query.kind is QueryKind.TRAINING else ():
            finding = self.finding(
                "warning", (stuck.place,), (), Wording(inferred=INFERRED), stuck=stuck, passes=zero.passes
            )
            yield replace(finding, path=steps_of(stuck, zero.chain))

    def subject(self, finding: Finding) -> str:
        return "a term of the loss has no effect" if finding.facts.get("stuck") else super().subject(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return () if finding.facts.get("stuck") else super().notes(finding)

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        read = graph.query.read
        if steps_taken(graph) < TWO_STEPS and not read:
            return
        everywhere = zeroed(graph)
        found = [z for z in everywhere if z.node in PRODUCTS and z.zero_factor]
        stuck = [leaf for z in found for leaf in z.zero_valued]
        made = made_zero(graph, stuck)
        if made and any(_wait_for_each_other(graph, z.at, set(stuck)) for z in found):
            # Each factor waits for the other: none of them ever leaves zero.
            yield self._both(graph, found, made)
            return
        for zero in found if has_lasted(graph) else ():
            if read and _may_leave_zero(graph, zero):
                continue
            if not _has_learning_sibling(graph, zero) and not _follows(graph, zero, everywhere):
                kept = _is_kept_from_the_start(graph, zero.at)
                yield replace(self._at_the_factor(graph, zero), follows_from=(KEPT,) if kept else ())

    def _at_the_factor(self, graph: UncutGraph, zero: Zeroed) -> Finding:
        """Told where the function makes a factor that cannot learn, all zeros; else at the product."""
        product = graph.node(zero.at)
        found = self.found(graph, zero, product.chain)
        for index in product.inputs:
            factor = graph.node(index)
            if factor.kind != "operation" or factor.requires_grad:
                continue
            if followed := _born_elsewhere(graph, index, found):
                return followed
            made = _past_shapes(graph, factor)
            became = factor if _same_line(made, factor) else made
            if written := _where_overwritten(graph, became, found):
                return written
            chain, here = _made_for(became, product), product.place
            if chain and here is not None and (chain[-1].file, chain[-1].line) != (here.file, here.line):
                path = (Step("mul", here, "multiplied here by the value that should learn"),)
                told = replace(found, chain=chain, path=path, facts={**found.facts, "factor": True})
                return _where_it_became_so(graph, became, told)
        return found

    def _both(self, graph: UncutGraph, found: list[Zeroed], made: list[Chain]) -> Finding:
        leaves = tuple(leaf for z in found for leaf in z.leaves)
        whole = Zeroed(found[0].at, found[0].node, leaves, leaves)
        finding = self.found(graph, whole, made[0])
        again = tuple(Step("", chain[-1], "this factor is all zeros too") for chain in made[1:2])
        path = (*again, *_product(graph, whole, made[0]))
        return replace(finding, severity="error", path=path, facts={**finding.facts, "both": True})

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("stuck"):
            return f"its weight is 0 at all {finding.facts['passes']} passes"
        if finding.facts.get("both"):
            return "both factors of a product start at 0, and the derivative of each is the other"
        if finding.facts["op"] == "dropout":
            return "the dropout drops every element"
        return f"the other factor of `{finding.facts['code']}` is 0 wherever a gradient arrives"

    def label(self, finding: Finding) -> str:
        if stuck := finding.facts.get("stuck"):
            return LABELS[stuck.how]
        if finding.facts.get("decided"):
            return "decides which values to overwrite, but some of those it reads are overwritten already"
        if finding.facts.get("overwritten"):
            return "overwrites the values that the mask is computed from"
        if finding.facts.get("cut_off"):
            return "keeps only the beginning of these values"
        if finding.facts.get("constant"):
            return "all the same from here on"
        if finding.facts.get("born"):
            return "all zeros after conversion to whole numbers" if finding.facts["whole"] else "all zeros from here on"
        if finding.facts.get("both") or finding.facts.get("factor"):
            return "all zeros from here on" if finding.facts.get("both") else "all zeros"
        return "multiplies the gradient by 0"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if stuck := finding.facts.get("stuck"):
            return (help_of(stuck),)
        if finding.facts.get("both"):
            return ("start one of the two at 0, and the other at random values",)
        if finding.facts.get("decided"):
            return ("read these values before anything overwrites them",)
        if finding.facts.get("overwritten"):
            return ("do not overwrite the values that the mask should keep",)
        if finding.facts.get("cut_off"):
            return ("keep the values that the mask should let through, or raise the limit",)
        if finding.facts.get("constant"):
            return ("make sure that some of these values differ from the one that the mask leaves out",)
        if finding.facts.get("born") and finding.facts["whole"]:
            return ("compare the values before this conversion, or scale or round them first",)
        if finding.facts["op"] == "dropout":
            return ("use a dropout probability below 1",)
        return ("make sure that the other factor is not 0 everywhere",)


def _past_shapes(graph: UncutGraph, factor: Node) -> Node:
    """The operation that made the values, before they were only given another shape or type."""
    for _ in range(NEAR):
        if factor.act not in CASTING | VIEWS or len(factor.inputs) != 1:
            break
        source = graph.node(factor.inputs[0])
        if source.kind != "operation" or not source.chain:
            break
        factor = source
    return factor


def _is_kept_from_the_start(graph: UncutGraph, product: int) -> bool:
    """Is a factor a tensor that a constructor filled with zeros, in whatever shape?"""
    ends = [graph.node(graph.before(i, CASTING | VIEWS)) for i in graph.node(product).inputs]
    made = (node for node in ends if node.act in FILLING_WITH_ZEROS and not node.requires_grad)
    return any(place.function.rpartition(".")[2] == "__init__" for node in made for place in node.chain)


def _made_for(factor: Node, product: Node) -> Chain:
    """Where a factor was made: in the function of the product, or where a comparison was made elsewhere; else nothing.

    A helper that makes masks serves others too: its call is named where the function of the product calls it.
    """
    chain, here = up_to_parting(factor.chain, product.chain), product.place
    if here is None or not chain or (chain[-1].file, chain[-1].function) == (here.file, here.function):
        return chain
    return factor.chain if factor.act in COMPARISONS else ()


def _same_line(one: Node, other: Node) -> bool:
    a, b = one.place, other.place
    return a is not None and b is not None and (a.file, a.line) == (b.file, b.line)


def _where_it_became_so(graph: UncutGraph, factor: Node, found: Finding) -> Finding:
    """A mask that compares values is made of plain ones: told where the source cuts those off, if it does."""
    compared = [factor, *(graph.node(i) for i in factor.inputs)]
    if not any(node.act in COMPARISONS for node in compared):
        return found
    behind = breadth_first(
        factor.inputs, lambda at: graph.node(at).inputs if graph.node(at).act in FOLLOWED else (), NEAR
    )
    for made in map(graph.node, behind):
        cut = shortening(made.place, graph.sources) if made.outside and made.place is not None else None
        if cut is not None and factor.place is not None:
            path = (Step(factor.op, found.chain[-1], "all zeros"), *found.path)
            facts = {**found.facts, "cut_off": True}
            return replace(found, chain=(*made.chain[:-1], cut), path=path, evidence="inferred", facts=facts)
    return found


def _born_elsewhere(graph: UncutGraph, factor: int, found: Finding) -> Finding | None:
    """Told where other values became the zeros that the factor is made of, on another line than the factor's own."""
    born, made = born_zero(graph, factor), graph.node(factor)
    constant = born_constant(graph, born) if born is not None and not _is_of_its_values(born) else None
    is_told = constant is not None or (born is not None and _is_of_its_values(born))
    born = constant or born
    if born is None or not born.chain or not made.place or _same_line(born, made) or not is_told:
        return None
    path = (Step(made.op, made.place, "all zeros"), Step("mul", found.chain[-1], "multiplied here"))
    facts = {**found.facts, "born": True, "whole": drops_fractions(graph, born), "constant": constant is not None}
    return replace(found, chain=born.chain, path=path, facts=facts)


def _is_of_its_values(born: Node) -> bool:
    """A comparison makes truth values of others: which of the two is wrong is not known, and the mask is told."""
    return born.act not in COMPARISONS


def _where_overwritten(graph: UncutGraph, factor: Node, found: Finding) -> Finding | None:
    """The finding where the program overwrote what a mask compares, or decided to do so."""
    written = overwritten(graph, factor)
    if written is None or factor.place is None:
        return None
    path = [Step(factor.op, factor.place, "all zeros"), Step("mul", found.chain[-1], "multiplied here")]
    facts = {**found.facts, "overwritten": True, "decided": bool(written.decided)}
    if written.decided:
        path.insert(0, Step("", written.chain[-1], "overwritten here"))
    return replace(found, chain=written.decided or written.chain, path=tuple(path), evidence="inferred", facts=facts)


def _may_leave_zero(graph: UncutGraph, zero: Zeroed) -> bool:
    """Is the factor made of something else that learns, such as an adapter's half that starts at zero?"""
    if graph.is_partial and graph.ends_unknown((zero.at,)):
        return True
    behind = {leaf for factor in graph.node(zero.at).inputs for leaf in leaves_behind(graph, factor)}
    return any(graph.node(leaf).requires_grad for leaf in behind - set(zero.leaves))


def _wait_for_each_other(graph: UncutGraph, at: int, stuck: set[int]) -> bool:
    """Do leaves that are stuck at zero stand behind two factors of the product?"""
    behind = [stuck & leaves_behind(graph, factor) for factor in graph.node(at).inputs]
    return any(one and other - one for i, one in enumerate(behind) for other in behind[i + 1 :])


def _product(graph: UncutGraph, zero: Zeroed, chain: Chain) -> tuple[Step, ...]:
    place = graph.node(zero.at).place
    return (Step("mul", place, "the product"),) if place and chain and place.file == chain[-1].file else ()


def _has_learning_sibling(graph: UncutGraph, zero: Zeroed) -> bool:
    """Does another parameter of the same layer learn? Then the layer works, and only its input happens to be zero."""
    starving = {s.leaf for s in graph.evidence(StarvingLeaf)}
    layers = {graph.node(leaf).name.rpartition(".")[0] for leaf in zero.leaves}
    return any(
        node.optimized and index not in starving and node.name.rpartition(".")[0] in layers
        for index, node in enumerate(graph.nodes)
        if node.name
    )


def _follows(graph: UncutGraph, zero: Zeroed, everywhere: list[Zeroed]) -> bool:
    """Is the zero factor itself the result of another operation that lets nothing through: a dead ReLU?"""
    others = {z.at for z in everywhere if z.node not in PRODUCTS}
    near = breadth_first((zero.at,), lambda at: graph.node(at).inputs, NEAR)
    return any(index in others for at in near for index in (at, *graph.node(at).inputs))
