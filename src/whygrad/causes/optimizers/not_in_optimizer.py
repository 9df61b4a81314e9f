"""A module that gets gradients in every step, and that no optimizer holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from whygrad.causes._silent import SilentCause, counted, names, reachable
from whygrad.causes._strays import is_moved, made_by_forward, replacing, synchronised_targets, where_ways_part
from whygrad.evidence.holdings import LateLeaf, ParametersHeldTwice, PutLeaf, RandomStray, TwinOptimizer
from whygrad.evidence.modules import Owner, StrayLeaf
from whygrad.evidence.steps import HoldingOptimizer
from whygrad.evidence.values import StarvingLeaf
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.sites import up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place, QueryKind
from whygrad.source.patterns.freezing import call_of_flagging
from whygrad.source.sharing.named_twice import NamedTwice, named_twice
from whygrad.source.values.sorting import conditions_that_sort
from whygrad.source.values.unused_groups import UnusedGroup, unused_groups

UNUSED = "whygrad observed that no optimizer holds them, and infers from the source that they belong to this group"

TWICE = (
    "whygrad observed that an optimizer holds the same parameters twice; the line that adds them again is inferred "
    "from the source"
)


class NotInOptimizer(SilentCause):
    name = "not-in-optimizer"
    also = "also without an optimizer"
    inferred = "whygrad observed that no optimizer holds them; the condition that leaves them out is inferred"

    def find_without_cut(self, graph: UncutGraph) -> Iterator[Finding]:  # a teacher learns: the student was detached
        if graph.query.kind is not QueryKind.SILENT or _is_stale(graph):
            return
        if twin := _twin(graph):
            lost = names(graph, (stray.leaf for stray in _meant_to_learn(graph)))
            # Which of the two is the wrong one is unknown.
            path = tuple(Step("", place, "created earlier, with these parameters") for place in twin.first[-1:])
            yield replace(self.finding("warning", twin.made, lost, module="", twin=True), path=path)
            return
        others, groups = _sorted(graph)
        if _holds_parameters(graph):
            for (how, chain), leaves in others.items():
                severity = "warning" if how in ("hidden", "late") else "error"
                found = self.finding(severity, chain, names(graph, leaves), module="", **{how: True})
                if how in ("late", "unfrozen"):
                    new = leaves[0] if how == "late" else None
                    found = replace(found, path=_made_before(graph, chain, new))
                yield found
            holding = graph.only(HoldingOptimizer)
            made = holding.made if holding is not None else ()
            meant = {stray.leaf for stray in _meant_to_learn(graph)}
            missing = [leaf for leaves in groups.values() for leaf in leaves if leaf in meant]
            known = {key: leaves for key, leaves in groups.items() if key[0] and made}
            if missing and (twice := _listed_twice(graph)):
                yield self._of_twice(twice, names(graph, missing))
                return
            if unused := unused_groups(made[-1], sorted(graph.recording.sources), graph.sources) if known else []:
                yield self._of_unused_group(graph, unused, [i for leaves in known.values() for i in leaves], made[-1])
                return
            if sites := _sorted_by(graph, [leaf for leaves in known.values() for leaf in leaves]):
                lost = names(graph, (leaf for leaves in known.values() for leaf in leaves))
                found = self.finding("warning", (sites[-1],), lost, Wording(inferred=True), module="", filtered=True)
                yield replace(found, path=_sorting_steps(sites[:-1], made[-1]))
                return
            for (module, own), leaves in known.items():
                yield self.finding("warning", made, names(graph, leaves), module=module, own=own)

    def _of_unused_group(self, graph: UncutGraph, groups: list[UnusedGroup], leaves: list[int], made: Place) -> Finding:
        *others, last = groups
        lost, wording = names(graph, leaves), Wording(inferred=UNUSED)
        steps = [Step("group", other.filled, "this group is not passed on either") for other in others]
        if last.bound.line != last.filled.line:
            steps.append(Step("group", last.bound, "the group is created here"))
        path = (*steps, Step("optimizer", made, "the optimizer gets the other groups here"))
        return replace(self.finding("warning", (last.filled,), lost, wording, module="", unused=last.name), path=path)

    def _of_twice(self, twice: tuple[NamedTwice, Place], lost: list[str]) -> Finding:
        named, made = twice
        steps = [Step("list", named.first, f"`{named.text}` is already in the list")]
        if named.first.line == named.again.line:
            steps.clear()
        if not made.contains(named.again):
            steps.append(Step("optimizer", made, "the optimizer gets the list here"))
        found = self.finding("warning", (named.again,), lost, Wording(inferred=TWICE), module="", twice=named.text)
        return replace(found, path=tuple(steps))

    def settles(self, graph: UncutGraph) -> set[int]:
        """Beside what is meant to learn and that nobody holds, what the optimizer does hold is not the matter.

        A base is frozen on purpose where new parts of the model are to learn in its place.
        """
        if graph.query.kind is not QueryKind.SILENT or _is_stale(graph):
            return set()
        if _twin(graph):
            return set(graph.query.wrt)
        late = {seen.leaf for seen in graph.evidence(LateLeaf)}
        if any(stray.leaf in late and stray.owner.partly_held for stray in _meant_to_learn(graph)):
            return {i for i in graph.query.wrt if not graph.node(i).requires_grad}
        return set()

    def subject(self, finding: Finding) -> str:
        one = len(finding.lost) <= 1
        return f"{counted(finding.lost)} {'gets a gradient but is' if one else 'get gradients but are'} never updated"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("hidden"):
            return "it belongs to no module, so `parameters()` does not return it"
        if finding.facts.get("unfrozen"):
            return f"{_it_was(finding)} unfrozen after the optimizer was created"
        if finding.facts.get("grown") or finding.facts.get("late"):
            return f"{_it_was(finding)} created after the optimizer"
        if finding.facts.get("twin"):
            return f"no optimizer holds {'it' if len(finding.lost) <= 1 else 'them'}, and two hold the same parameters"
        if name := finding.facts.get("unused"):
            return f"no optimizer gets the parameters that are collected in `{name}`"
        if text := finding.facts.get("twice"):
            return f"no optimizer holds {'it' if len(finding.lost) <= 1 else 'them'}, and one gets `{text}` twice"
        if finding.facts.get("filtered"):
            return "no condition that sorts the parameters for the optimizer selects " + (
                "it" if len(finding.lost) <= 1 else "them"
            )
        if finding.facts["own"]:
            return f"the optimizers hold the parameters of the submodules of `{finding.facts['module']}`, not its own"
        return f"no optimizer holds the parameters of `{finding.facts['module']}`"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("hidden"):
            return "created here and stored outside any module: in an object, a function or a container"
        if finding.facts.get("unfrozen"):
            return "gets gradients from here on, but is in no optimizer"
        if finding.facts.get("grown"):
            return "adds parameters to the model mid-training"
        if finding.facts.get("late"):
            return "adds parameters to the model, but not to the optimizer"
        if finding.facts.get("twin"):
            return "holds only parameters that an earlier optimizer already holds"
        if name := finding.facts.get("unused"):
            return f"nothing passes `{name}` on after this line"
        if finding.facts.get("twice"):
            return "adds the same parameters a second time"
        if finding.facts.get("filtered"):
            return "parameters that meet no condition up to this one get into no group"
        own = " itself" if finding.facts["own"] else ""
        return f"this optimizer does not hold the parameters of `{finding.facts['module']}`{own}"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("hidden"):
            return ("make it an attribute of the module that uses it, or pass it to the optimizer separately",)
        if finding.facts.get("unfrozen"):
            return ("add the unfrozen parameters: `optimizer.add_param_group({'params': …})`",)
        if finding.facts.get("grown"):
            return ("add the new parameters: `optimizer.add_param_group({'params': …})`",)
        if finding.facts.get("late"):
            return (
                "create the optimizer afterwards, or add the new parameters: "
                "`optimizer.add_param_group({'params': …})`",
            )
        if finding.facts.get("twin"):
            return (f"pass {counted(finding.lost)} to the one of these two optimizers that should train them",)
        if name := finding.facts.get("unused"):
            return (f"pass `{name}` to the optimizer together with the other groups",)
        if finding.facts.get("twice"):
            return (f"list {counted(finding.lost)} here instead",)
        if finding.facts.get("filtered"):
            return (
                "add a group for all other parameters, for example with an `else`; if they should stay fixed, call "
                "`requires_grad_(False)` on them",
            )
        module = finding.facts["module"]
        if finding.facts["own"]:
            return (
                "pass it to the optimizer too; if it should stay fixed, use `register_buffer` or "
                "`requires_grad_(False)`, which also avoids computing its gradient",
            )
        return (
            f"pass `{module}.parameters()` to the optimizer too; if `{module}` should stay fixed, call "
            f"`{module}.requires_grad_(False)`, which also avoids computing its gradients",
        )


def _sorted(graph: UncutGraph) -> tuple[dict[tuple[str, Chain], list[int]], dict[tuple[str, bool], list[int]]]:
    """What came late or out of sight, by how and where; and what was there to be held, by its module."""
    groups: dict[tuple[str, bool], list[int]] = {}
    others: dict[tuple[str, Chain], list[int]] = {}
    targets = synchronised_targets(graph)
    for stray in graph.evidence(StrayLeaf):
        leaf, owner = stray.leaf, stray.owner
        if leaf is None or leaf in targets or made_by_forward(graph, leaf):
            continue  # the last is told by its own cause
        came = _came(graph, leaf, stray)
        if came is not None:
            others.setdefault(came, []).append(leaf)
        elif owner.module and owner.training and owner.hidden is None and not (stray.born and is_moved(graph, stray)):
            own = owner.alone == "own" and owner.partly_held and not stray.written
            groups.setdefault((_left_out(graph, leaf, stray), own), []).append(leaf)
    return others, groups


def _sorted_by(graph: UncutGraph, leaves: list[int]) -> list[Place]:
    """The conditions by which the program sorts the parameters of a model that the optimizer holds in part."""
    holding = graph.only(HoldingOptimizer)
    partly = {stray.leaf for stray in graph.evidence(StrayLeaf) if stray.owner.partly_held}
    if not leaves or not partly.issuperset(leaves) or holding is None or 0 in holding.groups:
        return []
    return conditions_that_sort(holding.made[-1], sorted(graph.recording.sources), graph.sources)


def _listed_twice(graph: UncutGraph) -> tuple[NamedTwice, Place] | None:
    """The expression that an optimizer with the same parameters several times was given twice, and that optimizer."""
    for seen in graph.evidence(ParametersHeldTwice):
        named = named_twice(seen.made[-1], sorted(graph.recording.sources), graph.sources) if seen.made else None
        if named is not None:
            return named, seen.made[-1]
    return None


def _sorting_steps(others: list[Place], made: Place) -> tuple[Step, ...]:
    steps = [Step("filter", place, "an earlier condition") for place in others]
    return (*steps, Step("optimizer", made, "the optimizer gets the selected parameters here"))


def _came(graph: UncutGraph, leaf: int, stray: StrayLeaf) -> tuple[str, Chain] | None:
    """How and where it came about, if that was out of sight or too late for the optimizer."""
    owner = stray.owner
    if _is_out_of_sight(graph, leaf, owner):
        return "hidden", graph.node(leaf).chain
    is_late = any(seen.leaf == leaf for seen in graph.evidence(LateLeaf))
    if stray.unfrozen and owner.module and not is_late:
        return "unfrozen", call_of_flagging(stray.unfrozen, graph.sources)
    if not owner.partly_held or owner.hidden is not None:
        return None
    if stray.born:
        return "grown", _grown_at(graph, leaf)
    return ("late", _put_in_at(graph, leaf)) if is_late and owner.training and not stray.written else None


def _made_before(graph: UncutGraph, late: Chain, new: int | None) -> tuple[Step, ...]:
    """The other end of the wrong order: the optimizer, up to where its chain parts from the late line's."""
    holding = graph.only(HoldingOptimizer)
    made = up_to_parting(holding.made, late)[-1:] if holding is not None else ()
    steps = [Step("optimizer", place, "the optimizer is created here, before that") for place in made]
    born: Chain = ()
    if holding is not None and new is not None:
        born = where_ways_part(_grown_at(graph, new), holding.made)[-1:]
    steps += [Step("", place, "creates the new parameters") for place in born if place.line != late[-1].line]
    return tuple(steps)


def _it_was(finding: Finding) -> str:
    return "it was" if len(finding.lost) <= 1 else "they were"


def _holds_parameters(graph: UncutGraph) -> bool:
    """An optimizer of inputs (an attack, a style transfer) leaves the network alone on purpose."""
    return any(n.optimized and n.parameter for n in graph.nodes)


def _is_stale(graph: UncutGraph) -> bool:
    return bool(replacing(graph)) or any(not s.got and not s.known for s in graph.evidence(StarvingLeaf))


def _twin(graph: UncutGraph) -> TwinOptimizer | None:
    """Two optimizers that hold the same, where something that is meant to learn is held by none."""
    twins = graph.evidence(TwinOptimizer)
    return twins[0] if twins and _meant_to_learn(graph) else None


def _meant_to_learn(graph: UncutGraph) -> list[StrayLeaf]:
    """What a module in training mode has, what gets gradients, and what nobody holds or writes."""
    targets = synchronised_targets(graph)
    return [
        stray
        for stray in graph.evidence(StrayLeaf)
        if stray.leaf is not None
        and stray.leaf not in targets
        and not stray.written
        and stray.owner.module
        and stray.owner.training
        and stray.owner.hidden is None
        and not made_by_forward(graph, stray.leaf)
    ]


def _put_in_at(graph: UncutGraph, leaf: int) -> Chain:
    """The line that comes too late: the one beside the optimizer's making, where one function does both.

    Of a part that was created first and then put into the model, it is the line that puts it there.
    """
    holding, chain = graph.only(HoldingOptimizer), _grown_at(graph, leaf)
    if holding is None:
        return chain
    born = where_ways_part(chain, holding.made)
    put = next((seen.put for seen in graph.evidence(PutLeaf) if seen.leaf == leaf), ())
    put = where_ways_part(put, holding.made)
    is_apart = bool(put and born) and put[-1].function == born[-1].function and put[-1].line > born[-1].line
    return put if is_apart else born


def _grown_at(graph: UncutGraph, leaf: int) -> Chain:
    """Where a part of the model was made; what of it lies in the part's own constructor is not the place."""
    chain = graph.node(leaf).birth
    while len(chain) > 1 and chain[-1].function.rpartition(".")[2] == "__init__":
        chain = chain[:-1]
    return chain


def _left_out(graph: UncutGraph, leaf: int, stray: StrayLeaf) -> str:
    """The module or layer that was forgotten; empty where it was probably left out on purpose.

    Before layers of the same module that an optimizer holds, that is mostly meant (a body whose head is trained), but
    not between them. Where everything else is held, what is left out was forgotten: a module's own parameters beside
    its parts, or the last layers of a model whose others were sorted into groups. What the program writes is not.
    """
    holding, owner = graph.only(HoldingOptimizer), stray.owner
    groups = holding.groups if holding is not None else ()
    if not owner.partly_held or 0 in groups:
        return owner.module
    if not stray.written and (part := _random_part(graph, leaf, owner)):
        return part
    layer = graph.node(leaf).name.rpartition(".")[0]
    if owner.alone in ("own", "single") and not stray.written:
        return layer
    if any(n.optimized and n.name.rpartition(".")[0] == layer for n in graph.nodes):
        return ""  # a part of the layer is held: biases alone are trained
    if not stray.written and len(groups) > 1 and stands_after(graph, leaf):
        return layer
    return layer if stands_between(graph, leaf) else ""


def _random_part(graph: UncutGraph, leaf: int, owner: Owner) -> str:
    """The part of the model that stays as chance made it, where what the program does shows that it should learn.

    Its gradients are clipped with the others', or it is the one part that several optimizers leave to each other.
    """
    random = {seen.leaf: seen for seen in graph.evidence(RandomStray)}
    if leaf not in random or not owner.training:
        return ""
    shared = owner.alone == "part" and random[leaf].optimizers > 1
    if not shared and not random[leaf].clipped:
        return ""
    inside = [name for at in random if (name := graph.node(at).name).startswith(f"{owner.module}.")]
    common = list(
        takewhile(lambda names: len(set(names)) == 1, zip(*(n.split(".")[:-1] for n in inside), strict=False))
    )
    part = ".".join(names[0] for names in common)
    return part if part != owner.module else graph.node(leaf).name.rpartition(".")[0]


def stands_after(graph: UncutGraph, leaf: int) -> bool:
    """Does the optimizer hold parameters before the layer that this one belongs to?"""
    behind = (reachable(graph, (user,)) for user in graph.users.get(leaf, ()))
    return any(_learns(graph, i) for of_user in behind for i in of_user)


def stands_between(graph: UncutGraph, leaf: int) -> bool:
    """Does the optimizer hold parameters both before and after the layer that this one belongs to?"""
    before = set()
    after = False
    for user in graph.users.get(leaf, ()):
        before |= {i for i in reachable(graph, (user,)) if _learns(graph, i)}
    for index, node in enumerate(graph.nodes):
        if _learns(graph, index) and index not in before and not after:
            after = any(
                leaf in reachable(graph, (user,)) for user in graph.users.get(index, ()) if node.inputs != (user,)
            )
    return bool(before) and after


def _learns(graph: UncutGraph, index: int) -> bool:
    node = graph.node(index)
    return node.kind == "leaf" and node.optimized and node.requires_grad


def _is_out_of_sight(graph: UncutGraph, leaf: int, owner: Owner) -> bool:
    """A parameter that belongs to no module, made once, outside `forward`."""
    node = graph.node(leaf)
    if owner.module or owner.hidden is not None or not node.parameter:
        return False
    if not node.birth:
        return False
    computed = any(graph.node(i).requires_grad for i in node.inputs)
    return not computed and all(place.function.rpartition(".")[2] != "forward" for place in node.birth)
