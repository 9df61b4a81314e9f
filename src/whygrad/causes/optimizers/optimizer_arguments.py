"""An optimizer, or a function that clips gradients, was given parameters that it cannot work with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import as_list, leaf_name
from whygrad.causes._kinds import at_site
from whygrad.causes._messages import Message, MessageCause
from whygrad.causes._selected import Selected, empty_selection, given_to_base
from whygrad.evidence.marks import CalledByLibrary
from whygrad.evidence.modules import HiddenParameters
from whygrad.evidence.questions import EmptyIterator, GroupedTwice
from whygrad.evidence.traits import SparseGradients
from whygrad.finding import Act, Event, Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import EMBEDDINGS
from whygrad.recording import Node, QueryKind
from whygrad.source.given.grouped import fillings_of_groups
from whygrad.source.given.passed_through import call_of_constructor
from whygrad.source.given.used_up import UsedUp, what_used_up
from whygrad.source.values.steps import last_name

LAST_EPOCH = "last_epoch"
UNMATCHED = "compare this condition with what it is asked of: `print([name for name, _ in model.named_parameters()])`"
TIED = "pass it to another optimizer, such as `Adam`; or use the table only in lookups, and another parameter elsewhere"


class OptimizerArguments(MessageCause):
    name = "optimizer-arguments"
    messages = (
        Message(
            ("optimizer got an empty parameter list",),
            "the optimizer received no parameters",
            "pass `model.parameters()` of a model that has some, and call it again for each "
            "use: a generator is empty after one use",
            "no parameter arrives here",
        ),
        Message(
            ("params argument given to the optimizer should be an iterable",),
            "the optimizer received a single tensor instead of a list of parameters",
            "put it into a list: `[weight]`; for a module pass `model.parameters()`",
            "expects a list of parameters",
        ),
        Message(
            ("optimizer can only optimize Tensors, but one of the params is",),
            "the optimizer received something that is not a tensor",
            "pass tensors with `requires_grad=True`: `model.parameters()`, not `model` and not names; for named "
            "parameters a recent torch takes `model.named_parameters()`",
            "takes tensors",
        ),
        Message(
            ("optimizer parameters need to be organized in ordered collections",),
            "the optimizer received a set of parameters, which has no fixed order",
            "pass a list; `list(dict.fromkeys(parameters))` removes duplicates and keeps the order",
            "expects an ordered collection",
        ),
        Message(
            ("some parameters appear in more than one parameter group",),
            "a parameter is in two parameter groups, so one gradient would update it twice",
            "leave it out of one group; compare parameters with `is` or by `id`, not with `==` or `in`",
            "one parameter is in two groups",
        ),
        Message(
            ("does not support sparse gradients", "does not support sparse parameters"),
            "a parameter got a sparse gradient, but this optimizer supports only dense ones",
            "create the layer with `sparse=False`, or pass its parameters to `SparseAdam` or `SGD`",
            "a sparse gradient arrived here",
        ),
        Message(
            ("SparseAdam does not support dense gradients", "SparseAdam requires dense parameter tensors"),
            "a parameter got a dense gradient, but `SparseAdam` supports only sparse ones",
            "create the embedding with `sparse=True`, and pass all other parameters to another optimizer",
            "a dense gradient arrived here",
        ),
        Message(
            ("`fused=True` requires all the params to be",),
            "the fused optimizer received parameters of a dtype or device that it does not support",
            "leave out `fused=True`, or convert the parameters to floating point on a supported device",
        ),
        Message(
            ("loaded state dict contains a parameter group", "loaded state dict has a different number of parameter"),
            "the saved optimizer state belongs to other parameters",
            "create the optimizer with the same parameters and groups as when its state was saved",
        ),
        Message(
            ("all optimizer params should be with/without names", "all optimizer param groups should be with/without"),
            "some of the optimizer's parameters have names, and some do not",
            "pass `named_parameters()` for all groups, or `parameters()` for all",
        ),
        Message(
            ("Expected !nested_tensorlist[0].empty()",),
            "no gradients to clip: no parameters arrive, or none of them has a gradient",
            "pass `model.parameters()` at each call, because a generator is empty after one use; and clip after a "
            "backward pass that reaches them",
            "no gradient arrives here",
        ),
        Message(
            ("param 'initial_lr' is not specified in param_groups",),
            "`last_epoch` makes the scheduler resume, but the optimizer has no initial learning rate to resume from",
            "for a new run leave `last_epoch` at -1; to resume, load the optimizer's saved state before you create the "
            "scheduler",
            "needs `initial_lr` from a loaded state",
        ),
    )

    inferred = "whygrad observed that the iterator is empty; the line that goes through it is inferred from the source"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            yield _of_the_groups(graph, _of_the_layer(graph, _of_the_caller(graph, finding)))
        if graph.query.kind is not QueryKind.EMPTY_PARAMETERS or graph.evidence(HiddenParameters):
            return
        selected = empty_selection(graph)
        frozen = any(graph.node(i).frozen for i in graph.query.wrt)  # that is told as such
        if selected is not None or not frozen:
            facts = {"message": 0, "error": f"ValueError: {graph.query.error}", "root": "the optimizer"}
            finding = Finding(self.name, "error", "observed", graph.query.chain, facts=facts)
            of_iterator = _of_the_iterator(graph, finding)
            of_selection = _of_the_selection(finding, selected) if selected else None
            yield of_iterator or of_selection or _of_the_caller(graph, finding)

    def clause(self, finding: Finding) -> str:
        if selected := finding.facts.get("selected"):
            made = selected.insertion
            several = "s that select" if len(selected.chains) > 1 else " that selects"
            if made:
                return f"what selects them looks for `{made.cls}`, and none was created"
            return f"nothing passes the condition{several} them"
        used: UsedUp | None = finding.facts.get("used_up")
        return f"an earlier use of `{used.name}` has left nothing in this iterator" if used else ""

    def label(self, finding: Finding) -> str:
        if selected := finding.facts.get("selected"):
            made = selected.insertion
            return f"creates `{made.cls}` only under this condition" if made else _role(selected)
        used: UsedUp | None = finding.facts.get("used_up")
        if used:
            return "uses up the iterator" if used.given else "creates an iterator, which yields its elements once"
        if finding.facts.get("groups"):
            return "puts the parameter into a second group"
        said = finding.facts.get("act")
        if said is Act.REGISTERED:
            return f"creates {finding.facts['layer']}, which gets a {finding.facts['layout']} gradient"
        if said is Act.MADE:
            return f"gets {finding.facts['layer']}, which has a {finding.facts['layout']} gradient"
        return f"gives it a {finding.facts['layout']} gradient" if said is Act.USED else super().label(finding)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if selected := finding.facts.get("selected"):
            made = selected.insertion
            return (f"create `{made.cls}` for the modules of this model too" if made else UNMATCHED,)
        used: UsedUp | None = finding.facts.get("used_up")
        if used and used.given:
            return (f"create a list before both uses: `{used.name} = list({used.name})`",)
        if used:
            return (f"keep the parameters in a list: `{as_list(str(finding.facts['text']))}`",)
        return (TIED,) if finding.facts.get("dense") else super().helps(finding)


def _of_the_iterator(graph: UncutGraph, finding: Finding) -> Finding | None:
    """The finding where the iterator is used up that the optimizer got, or where it is made."""
    is_iterator = graph.only(EmptyIterator) is not None
    used = what_used_up(finding.chain, sorted(graph.recording.sources), graph.sources) if is_iterator else None
    if used is None:
        return None
    steps = [Step("", used.first, "uses up the iterator"), Step("", finding.chain[-1], "nothing is left in it here")]
    path = tuple(step for step in steps if step.place != used.chain[-1])
    facts = {**finding.facts, "used_up": used, "text": graph.text(used.chain[-1]).strip()}
    return replace(
        finding,
        chain=used.chain,
        path=path[-1:] if used.first == finding.chain[-1] else path,
        evidence="inferred",
        facts=facts,
    )


def _of_the_selection(finding: Finding, selected: Selected) -> Finding:
    """The finding at the condition that nothing met, or at that under which alone something to select is created."""
    others = [chain[-1] for chain in selected.chains if chain[-1] != selected.chain[-1]]
    steps = [Step("", place, _role(selected)) for place in others]
    steps.append(Step("", finding.chain[-1], "no parameter arrives here"))
    wording = Wording(inferred="whygrad observed that no parameter arrives; it infers their selection from the source")
    facts = {**finding.facts, "selected": selected}
    return replace(finding, chain=selected.chain, path=tuple(steps), evidence="inferred", facts=facts, wording=wording)


def _role(selected: Selected) -> str:
    return "selects no parameter" if len(selected.chains) == 1 else "a condition of the selection"


def _of_the_caller(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding where the object is created, if its constructor hands on what it was given for the base class."""
    said = OptimizerArguments.messages[int(finding.facts["message"])]
    picked = _last_epoch if "initial_lr" in said.fragments[0] else given_to_base
    chain = call_of_constructor(finding.chain, picked, graph.sources)
    if chain == finding.chain:
        return finding
    return replace(finding, chain=chain, path=(Step("", finding.chain[-1], "passes it on unchanged"), *finding.path))


def _last_epoch(call: ast.Call) -> ast.expr | None:
    named = (k.value for k in call.keywords if k.arg == LAST_EPOCH)
    return next(
        iter((*named, *(given for given in call.args if last_name(given) == LAST_EPOCH), *call.args[-1:])), None
    )


def _of_the_groups(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding where the second of the two groups gets the parameter that the first one has."""
    twice = graph.only(GroupedTwice)
    filled = fillings_of_groups(finding.chain[-1], sorted(graph.recording.sources), graph.sources) if twice else []
    if twice is None or len(filled) <= twice.second:
        return finding
    first, second = filled[twice.first], filled[twice.second]
    if second is None or (first is not None and (first.file, first.line) == (second.file, second.line)):
        return finding
    steps = [Step("", first, "puts it into the first")] if first is not None else []
    steps.append(Step("", finding.chain[-1], "one parameter is in two groups"))
    wording = Wording(inferred="whygrad observed which groups have it; it infers from the source where they get it")
    facts = {**finding.facts, "groups": True}
    chain = (*finding.chain, second)
    return replace(finding, chain=chain, path=tuple(steps), evidence="inferred", facts=facts, wording=wording)


def _of_the_layer(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding where the layout of the gradient is chosen: where the layer is created, or in the call itself."""
    seen = graph.only(SparseGradients)
    if seen is None or not seen.parameters:
        return finding
    at = seen.parameters[0]
    leaf, name = graph.node(at), leaf_name(graph, at)
    layer = f"`{name}`" if name else "the parameter"
    layout, other = ("dense", "sparse") if seen.optimizer == "SparseAdam" else ("sparse", "dense")
    events = [Event(Act.MADE, seen.made, f"`{seen.optimizer}` supports only {other} gradients")]
    lookups = [n for n in map(graph.node, graph.users.get(at, ())) if n.act in EMBEDDINGS and n.birth]
    dense = _used_densely(graph, at) if layout == "dense" and lookups else None
    if dense is not None:  # `sparse=True` does not help
        events.append(Event(Act.USED, dense.birth, "gives it a dense gradient, in addition to the lookup", cures=False))
    elif isinstance(leaf.mark, CalledByLibrary) and leaf.birth and (layout == "sparse" or lookups):
        events.append(Event(Act.REGISTERED, leaf.birth, f"creates {layer}"))
    elif lookups and layout == "sparse":
        events.append(Event(Act.USED, lookups[0].birth, "looks it up here"))
    facts = {**finding.facts, "layout": layout, "layer": layer, "dense": dense is not None}
    finding = replace(finding, facts=facts, wanted="" if dense else other)
    return at_site(graph, finding, events, finding.chain, f"a {layout} gradient arrives here")


def _used_densely(graph: UncutGraph, parameter: int) -> Node | None:
    """What a backward pass went through that reads the whole table, where lookups alone would give sparse gradients."""
    passes = [i for node in graph.nodes if node.op == "backward" for i in node.inputs]
    behind = graph.learning_behind(passes)
    users = (graph.node(user) for user in graph.users.get(parameter, ()) if user in behind)
    return next((node for node in users if node.act not in EMBEDDINGS and node.birth), None)
