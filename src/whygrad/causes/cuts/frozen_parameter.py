"""`requires_grad=False`, set by hand, in a loop, by a helper or by a library: the parameter is frozen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import Cause, as_list, cut_finding, edit_call, leaf_name
from whygrad.causes._frozen._by_default import called_at, left_at_default
from whygrad.causes._frozen._by_iterator import left_frozen
from whygrad.causes._frozen._by_pattern import frozen_by_beginning
from whygrad.causes._frozen._told_apart import at_choice, choosing
from whygrad.causes._requested import calls_passing_inputs, inputs_given
from whygrad.causes._selected import empty_selection
from whygrad.causes._silent import reachable
from whygrad.diagnostic import Edit
from whygrad.evidence.marks import DataReplaced
from whygrad.evidence.modules import FrozenLeaf, HiddenParameters
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.precedence import Plausibility
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame, Verdict
from whygrad.ops import MATRIX_PRODUCTS, STATEFUL
from whygrad.recording import Chain, Node, QueryKind
from whygrad.source.chains import shared_calls
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.freezing import (
    call_of_freezing,
    call_of_selection,
    can_only_freeze,
    runs_in_every_round,
    runs_with_every_step,
)
from whygrad.walk import breadth_first

NEAR = 64  # other shapes of a state between it and a recurrent layer
METHODS = ("train", "eval", "forward")  # of modules
SHAPING = ("expand", "expand_as", "repeat", "contiguous", "unsqueeze", "squeeze", "view", "reshape", "to", "float",
           "__getitem__", "transpose", "permute", "clone", "stack", "cat")  # fmt: skip
CLAUSES = {
    "all": "frozen together with the whole model, which leaves nothing to optimize",
    "grafted": "a new part of the model, frozen before it learned anything",
    "head": "a new part with random values, frozen before it learned anything",
    "zero matrix": "frozen, and all zeros since creation",
    "zeros": "frozen, and all zeros since creation",
    "random": "random values that `from_pretrained` freezes by default",
    "stopped": "frozen in every iteration of the training loop, and never unfrozen",
    "exhausted": "frozen, and the loop that should undo this goes through an exhausted iterator",
    "whole": "frozen in every iteration and never unfrozen, like everything else its optimizer holds",
    "probed": "frozen mid-training to differentiate an input, and never unfrozen",
    "refrozen": "unfrozen during training, and frozen again before any backward pass",
    "requested": "frozen and left out of the optimizer, but requested together with others",
    "guarded": "frozen by a statement that never unfreezes: it skips parameters that are already frozen",
}
COPY = "copy the module for the target network: `copy.deepcopy(…)`, and freeze only the copy"
AFTERWARDS = "unfreeze afterwards, or use `torch.autograd.grad(output, input)`, which needs no freezing"
SET = "set `requires_grad=True`, or store a constant with `register_buffer`"
HELPS = {
    "same": COPY,
    "followed": COPY,
    "itself": COPY,
    "unspared": "print the names that the loop goes through, and correct the condition so that it leaves some out",
    "requested": "request only the gradients of what is not frozen: `[p for p in … if p.requires_grad]`",
    "whole": "unfreeze it before the pass that should train it",
    "refrozen": "make this line skip what was unfrozen, or unfreeze it after this line has run",
    "stopped": AFTERWARDS,
    "probed": AFTERWARDS,
    "guarded": "set the flag unconditionally",
    "zeros": SET,
    "zero matrix": SET,
}


class FrozenParameter(Cause):
    name = "frozen-parameter"

    def leaf_cut(self, graph: UncutGraph, index: int) -> Cut | None:
        node = graph.node(_parameter_itself(graph, index))
        if not (node.parameter or node.frozen):
            return None
        return Cut(self.name, node.frozen or node.chain, index, _plausibility(graph, index))

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        told = set()
        frozen = [blame for blame in verdict.blames if blame.cut.cause == self.name]
        chosen = choosing(graph, frozen) if not _others_that_learn(graph) else None
        for blame in frozen:
            told |= {route.leaf for route in blame.routes}
            if chosen is None or blame is chosen.blame:
                node, found = graph.node(_parameter_itself(graph, blame.cut.node)), cut_finding(graph, blame)
                unseen, argument = not (node.frozen or node.birth), left_at_default(graph, blame.cut.chain)
                facts = {"beside": _others_that_learn(graph), "unseen": unseen, "argument": argument}
                found = replace(found, facts={**found.facts, **facts})
                if _is_beside_the_rest(graph, blame):
                    yield _at_request(graph, blame, found)
                else:
                    found = _at_selection(graph, node, found)
                    yield at_choice(graph, chosen, found) if chosen else found
        if graph.query.kind is QueryKind.SILENT:
            yield from self._left_frozen(graph, told)
            yield from self._against_intent(graph, told)
            yield from self._by_beginning(graph, told)
        if graph.query.kind is QueryKind.EMPTY_PARAMETERS and not graph.evidence(HiddenParameters):
            yield from self._nothing_left(graph) if empty_selection(graph) is None else ()

    def _nothing_left(self, graph: UncutGraph) -> Iterator[Finding]:
        """A model of which everything is frozen has nothing to give to an optimizer."""
        frozen = [i for i in graph.query.wrt if graph.node(i).frozen]
        if frozen:
            chain = graph.node(frozen[0]).frozen
            lost = tuple(dict.fromkeys(name for i in frozen if (name := leaf_name(graph, i))))
            path = tuple(
                Step("optimizer", place, "receives no trainable parameter") for place in graph.query.chain[-1:]
            )
            text, argument = graph.text(chain[-1]).strip(), left_at_default(graph, chain)
            facts = {"how": "all", "text": text, "code": text, "root": "the optimizer", "argument": argument}
            yield Finding(self.name, "error", "observed", chain, path, lost, facts)

    def _against_intent(self, graph: UncutGraph, told: set[int]) -> Iterator[Finding]:
        """What is frozen while others learn, and was meant to learn too."""
        groups: dict[tuple[str, Chain], list[tuple[int, FrozenLeaf]]] = {}
        used = reachable(graph)
        for frozen in graph.evidence(FrozenLeaf):
            leaf = frozen.leaf
            if leaf is not None and leaf in used and leaf not in told and _is_meant(graph, leaf, frozen):
                groups.setdefault((frozen.how, _site(graph, leaf, frozen.how)), []).append((leaf, frozen))
        for (how, chain), members in groups.items():
            if chain:
                lost = [name for leaf, frozen in members if (name := frozen.name or leaf_name(graph, leaf))]
                text, argument = graph.text(chain[-1]).strip(), left_at_default(graph, chain)
                facts = {
                    "how": how,
                    "names": tuple(dict.fromkeys(name for _, frozen in members for name in frozen.names)),
                    "text": text,
                    "code": text,
                    "root": "the loss",
                    "argument": argument,
                    "by_peft": called_at(graph, chain).startswith("peft."),
                }
                held = all(frozen.held or graph.node(leaf).optimized for leaf, frozen in members)
                severity = "warning" if how in ("random", "guarded", "head", "refrozen") or not held else "error"
                evidence = "inferred" if how in ("guarded", "stopped", "whole") else "observed"
                path = _unfreezing(members[0][1]) if how == "refrozen" else ()
                yield Finding(self.name, severity, evidence, chain, path, tuple(dict.fromkeys(lost)), facts)

    def _left_frozen(self, graph: UncutGraph, told: set[int]) -> Iterator[Finding]:
        """What was meant to be unfrozen again, by a loop that finds nothing left to go through."""
        for seen in left_frozen(graph, reachable(graph) - told):
            told.update(seen.leaves)
            named = zip(seen.leaves, seen.names, strict=True)
            lost = tuple(dict.fromkeys(name for leaf, own in named if (name := own or leaf_name(graph, leaf))))
            text = graph.text(seen.made).strip()
            facts = {"how": "exhausted", "text": text, "code": text, "root": "the loss"}
            wording = Wording(
                inferred="whygrad observed that they stay frozen; the iterator is inferred from the source"
            )
            froze = Step("requires_grad_", seen.froze[-1], "frozen here, which exhausts the iterator")
            again = Step("requires_grad_", seen.again, "nothing is left to unfreeze here")
            yield Finding(self.name, "error", "inferred", (seen.made,), (froze, again), lost, facts, wording=wording)

    def _by_beginning(self, graph: UncutGraph, told: set[int]) -> Iterator[Finding]:
        """Layers that a name without its end matches too: `layers.10` for `layers.1`."""
        seen = frozen_by_beginning(graph, reachable(graph) - told)
        if seen is not None:
            lost = tuple(dict.fromkeys(name for leaf in seen.leaves if (name := leaf_name(graph, leaf))))
            text = graph.text(seen.matcher).strip()
            facts = {
                "how": "beginning",
                "names": (seen.short, seen.long),
                "text": text,
                "code": text,
                "root": "the loss",
            }
            wording = Wording(
                inferred="whygrad observed which layers are frozen; the line that selects them is inferred"
            )
            froze = graph.node(seen.leaves[0]).frozen[-1:]
            path = tuple(Step("requires_grad_", place, "frozen here") for place in froze if place != seen.matcher)
            yield Finding(self.name, "warning", "inferred", (seen.matcher,), path, lost, facts, wording=wording)

    inferred = "whygrad infers from the source how often this line runs"

    def clause(self, finding: Finding) -> str:
        how = finding.facts.get("how")
        if how == "itself":
            return "frozen as the target network, which is the same module, so it is averaged with itself"
        if how in ("same", "followed"):
            one, other = finding.facts["names"][:2]
            return f"frozen, because `{one}` and `{other}` are the same module"
        if how == "unspared":
            return f"frozen, because `{finding.facts['code']}` is {finding.facts['holds']} for all of them"
        if how == "beginning":
            short, long = finding.facts["names"]
            return f"frozen together with `{short}`, because `{long}` begins with the same text"
        if how != "requested" and (others := finding.facts.get("beside")):
            return f"frozen, although `{finding.facts['root']}` also depends on {others} that are not"
        return CLAUSES.get(str(how)) or f"frozen, like everything else that `{finding.facts['root']}` depends on"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("how") == "beginning":
            return "matches both names"
        if finding.facts.get("how") == "unspared":
            return f"leaves out nothing that `{finding.facts['root']}` depends on"
        if finding.facts.get("how") == "requested":
            return "requests the gradient of frozen parameters too"
        if finding.facts.get("how") == "exhausted":
            return "creates an iterator, which yields its elements once"
        if finding.facts.get("how") == "refrozen":
            return "freezes them again"
        return "first seen here, already frozen" if finding.facts.get("unseen") else "frozen here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        how = str(finding.facts.get("how"))
        if how == "beginning":
            return (f"include the dot after the number: `{finding.facts['names'][0]}.`",)
        if how == "exhausted":
            return (f"keep the elements in a list: `{as_list(finding.facts['text'])}`",)
        if how == "head":
            return (_help_for_head(finding),)
        if how in HELPS:
            return (HELPS[how],)
        if argument := finding.facts.get("argument"):
            return (f"pass `{argument}`: `from_pretrained` freezes by default",)
        return ("do not freeze the parameters that should learn, or call `.requires_grad_(True)` on them afterwards",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        argument = finding.facts.get("argument")
        return edit_call(finding, str(argument)) if argument else ()


def _is_beside_the_rest(graph: UncutGraph, blame: Blame) -> bool:
    """Did the request fail for these alone, among all that it names by one expression, and are they frozen on purpose?

    Then an optimizer was made that leaves them out, and the request is too wide.
    """
    if graph.query.kind is not QueryKind.UNUSED or not graph.has_optimizer or graph.query.asked <= len(graph.query.wrt):
        return False
    if any(graph.node(route.leaf).optimized or not graph.node(route.leaf).frozen for route in blame.routes):
        return False
    given = inputs_given(graph)
    return given is not None and not (isinstance(given, ast.List | ast.Tuple) and len(given.elts) > 1)


def _at_request(graph: UncutGraph, blame: Blame, found: Finding) -> Finding:
    """The finding where the inputs of the request are chosen; the freezing is right."""
    chain = calls_passing_inputs(graph)[-1]
    froze = tuple(Step("requires_grad_", place, "frozen here") for place in blame.cut.chain[-1:])
    return replace(found, chain=chain, path=froze, facts={**found.facts, "how": "requested", "argument": ""})


def _at_selection(graph: UncutGraph, node: Node, found: Finding) -> Finding:
    """The finding at the call that chose what a helper freezes; the helper is right."""
    chain = call_of_selection(node.frozen, graph.sources)
    if chain == node.frozen or found.facts.get("use"):
        return found
    inside = Step("requires_grad_", node.frozen[-1], "frozen here, as this helper was called")
    return replace(found, chain=chain, path=(inside, *found.path))


def _help_for_head(finding: Finding) -> str:
    if not finding.facts["by_peft"]:
        return "unfreeze it and pass it to the optimizer, or load trained values for it"
    parts = ", ".join(f'"{name}"' for name in finding.facts["names"] if name) or "…"
    return f"train it along with the adapters: `LoraConfig(…, modules_to_save=[{parts}])`"


def _parameter_itself(graph: UncutGraph, index: int) -> int:
    """The parameter before values were written into it: what writes in place gives back the tensor it was given."""
    at = index
    while (op := graph.node(at).spelling).endswith("_") and not op.endswith("__") and graph.node(at).inputs:
        at = graph.node(at).inputs[0]
    return at if graph.node(at).parameter else index


def _others_that_learn(graph: UncutGraph) -> str:
    """What else the question is about that is not frozen, if any. What was merged into another's `.data` is past."""

    def computed_from(index: int) -> tuple[int, ...]:
        node = graph.node(index)
        return () if isinstance(node.mark, DataReplaced) else node.inputs

    behind = (graph.node(i) for i in breadth_first(graph.roots, computed_from))
    learning = [node.parameter for node in behind if node.kind == "leaf" and node.requires_grad]
    return "" if not learning else "parameters" if any(learning) else "tensors"


def _plausibility(graph: UncutGraph, index: int) -> Plausibility:
    """What an optimizer holds is meant to learn; beside an optimizer that leaves it out, freezing is mostly meant."""
    if graph.node(index).optimized:
        return Plausibility.LIKELY
    asked = not graph.has_optimizer or index in graph.query.wrt
    return Plausibility.TARGET if asked else Plausibility.LEFT_OUT


def _site(graph: UncutGraph, leaf: int, how: str) -> Chain:
    """Where it was made or frozen; of a helper that freezes and unfreezes, the call that says `False`."""
    node = graph.node(leaf)
    if how == "whole":
        said = [at for at, place in enumerate(node.frozen) if "False" in graph.sources.line(place.file, place.line)]
        return node.frozen[: said[-1] + 1] if said else node.frozen
    if how == "refrozen":  # the helper that freezes may be right where others call it
        methods = [at for at, place in enumerate(node.frozen) if place.function.rpartition(".")[2] in METHODS]
        return node.frozen[: methods[-1] + 1] if methods else node.frozen
    return node.birth if how in ("zeros", "random") else call_of_freezing(node.frozen, graph.sources)


def _unfreezing(frozen: FrozenLeaf) -> tuple[Step, ...]:
    return tuple(Step("requires_grad_", place, "unfrozen here, without effect") for place in frozen.before[-1:])


def _is_meant(graph: UncutGraph, leaf: int, frozen: FrozenLeaf) -> bool:
    """Is there reason enough to say that it was meant to learn?"""
    how, node = frozen.how, graph.node(leaf)
    if how == "zeros":  # a state that starts with zeros may stay so
        users = [graph.node(u) for u in graph.users.get(leaf, ())]
        return not _is_state(graph, leaf) and any(u.switch is None for u in users)
    if how == "random":
        return bool(left_at_default(graph, node.birth))
    if how == "head":  # what adapters learn goes through it; an original that is only copied is not used
        return any(graph.node(u).requires_grad for u in graph.users.get(leaf, ()))
    if how == "zero matrix":
        return any(n.act in MATRIX_PRODUCTS and n.switch is None for n in _users(graph, leaf))
    if how == "probed":  # the freezing and that pass belong together, and the step does not
        return shared_calls(node.frozen, frozen.probe) > shared_calls(node.frozen, frozen.before)
    if how == "same":  # once as the target, once as what learns from it
        users = [n for u in graph.users.get(leaf, ()) if not (n := graph.node(u)).op.endswith("_")]
        return any(u.switch is not None for u in users) and any(u.switch is None for u in users)
    if how == "whole":
        return runs_with_every_step(node.frozen, frozen.before, graph.sources)
    if how == "stopped":
        return runs_in_every_round(node.frozen, frozen.before, graph.sources)
    if how == "once":
        return False  # a stage of the training, as far as is known
    if how == "guarded":
        return can_only_freeze(node.frozen, graph.recording.sources, graph.sources)
    return True


def _is_state(graph: UncutGraph, leaf: int) -> bool:
    """Does a recurrent layer begin with it?"""
    return any(n.act in STATEFUL for n in _users(graph, leaf))


def _users(graph: UncutGraph, leaf: int) -> Iterator[Node]:
    """What takes it, as it is or in another shape."""

    def shaped(at: int) -> list[int]:
        return [user for user in graph.users.get(at, ()) if graph.node(user).act in SHAPING]

    return (graph.node(user) for at in breadth_first((leaf,), shaped, NEAR) for user in graph.users.get(at, ()))
