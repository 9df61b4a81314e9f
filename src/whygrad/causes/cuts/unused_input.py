"""A gradient was asked for a tensor that the result does not depend on, often a slice or a copy taken afterwards."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import leaf_name, root_name
from whygrad.causes._integer_input import HELPS as OF_INTEGERS
from whygrad.causes._integer_input import integer_input, label_of, subject_of
from whygrad.causes._messages import Message, MessageCause
from whygrad.causes._silent import updates_without_effect
from whygrad.finding import Act, Event, Finding, Step, Wording
from whygrad.graph.left_out import Update, find_left_out, passed_by
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, QueryKind
from whygrad.source.parsing import parsed
from whygrad.source.patterns.stores import reads_attribute

USED = (
    "request the gradient of a tensor that the result was computed from; if a missing gradient is fine, pass "
    "`allow_unused=True, materialize_grads=True` to get zeros"
)


class UnusedInput(MessageCause):
    name = "unused-input"
    also = "also unused"
    inferred = "whygrad observed that the result does not use it; the marked operation is the first that bypasses it"
    messages = (
        Message(
            (
                "appears to not have been used in the graph",
                "appear to not have been used in the graph",
            ),
            "a gradient is requested for a tensor that the result does not depend on",
            USED,
            "the result does not depend on one of these inputs",
        ),
        Message(
            ("One of the differentiated Tensors does not require grad",),
            "a gradient is requested for a tensor that does not require one",
            "set `requires_grad=True` on it before the result is computed from it",
            "one of these inputs does not require a gradient",
        ),
        Message(
            ("argument to `grad()` cannot be empty", "argument to `backward()` cannot be empty", "non-empty inputs"),
            "no gradient is requested: the list of inputs is empty",
            "pass the tensors whose gradients you want; a generator such as `model.parameters()` is empty after its "
            "first use, so keep `list(model.parameters())`",
            "the list of inputs is empty here",
        ),
        Message(
            ("argument to `grad()` must be a dict",),
            "the inputs are in a mapping that is not a plain `dict`",
            "pass `dict(inputs)`, or a list of tensors",
        ),
        Message(
            ("Expected allow_unused to be True or not passed when materialize_grads=True",),
            "one call both requests zeros for unused inputs and forbids unused inputs",
            "leave out `allow_unused=False`, or leave out `materialize_grads=True`",
        ),
        Message(
            ("materialize_grads cannot be used when the given input is a GradientEdge",),
            "zeros are requested for a graph edge, which has no shape",
            "pass the tensor itself, or leave out `materialize_grads=True`",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if passed_by(graph) is not None:
            yield _left_out(graph, self.name, 0)
        yield from _updated(graph, verdict)
        for finding in super().find_in_run(graph, verdict):
            yield replace(finding, facts={**finding.facts, **NOTHING_KNOWN})

    def find_without_cut(self, graph: UncutGraph) -> Iterator[Finding]:
        if graph.query.kind is QueryKind.UNUSED and not graph.ends_unknown():
            message = next(i for i, m in enumerate(self.messages) if m.matches(graph.query.error))
            yield integer_input(graph, self.name, message) or _left_out(graph, self.name, message)

    def subject(self, finding: Finding) -> str:
        result, asked, how = finding.facts["result"], finding.facts["input"], finding.facts["how"]
        if how in OF_INTEGERS:
            return subject_of(finding)
        what = f"`{asked}`" if asked else "a tensor"
        if finding.facts["made"]:
            return f"{what} gets no gradient: this call creates a new tensor, after `{result}` was computed"
        if how in ("copy", "beside"):
            return f"{what} gets no gradient: it is a {finding.facts['copy']}, and {_of(result)} uses the original"
        if how == "flag":
            return f"{what} gets no gradient: {_of(result)} was computed before {what} required one"
        if how == "late":
            return f"{what} gets no gradient: it was created after {_of(result)} was computed"
        if how == "updated":
            leaf = f"`{finding.facts['name']}`" if finding.facts["name"] else "other tensors"
            return f"{what} gets no gradient: {_of(result)} depends on it only through an update of {leaf}"
        if asked:
            return f"`{asked}` gets no gradient: {_of(result)} does not depend on it"
        return super().subject(finding)

    def label(self, finding: Finding) -> str:
        asked, how = finding.facts["input"], finding.facts["how"]
        what = f"`{asked}`" if asked else "the requested tensor"
        if how in OF_INTEGERS:
            return label_of(finding)
        if how == "copy" and finding.facts["made"]:
            how = ""
        if how in LABELS:
            return LABELS[how].format(what=what, name=finding.facts["name"])
        if how in ("without", "again"):
            return f"{'computed again here,' if how == 'again' else 'is computed'} without {what}"
        if how == "idle":
            return f"creates `{finding.lost[0]}`, which the result does not use"
        return f"`{asked}` does not contribute to the result" if asked else super().label(finding)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        asked, how = finding.facts["input"], finding.facts["how"]
        what, result = f"`{asked}`" if asked else "this tensor", _of(finding.facts["result"])
        if finding.facts["made"]:
            source = re.split(r"[.\[(]", str(asked))[0]
            return (
                f"request the gradient of `{source}` and slice that gradient, or compute "
                f"`{finding.facts['result']}` from a variable that holds the part",
            )
        if how in HELPS:
            return (HELPS[how].format(what=what, result=result),)
        return super().helps(finding)


PARTS = ("__getitem__", "select", "narrow", "chunk", "split", "unbind", "diagonal", "index_select", "gather", "unfold")
PASSED_BY = "used here, but the result does not depend on this"
COPIED = "copied here"
SOURCES = {
    "early": "the result is computed from the value read here",
    "beside": COPIED,
    "updated": "the gradients of this pass depend on it",
}
BESIDE = "uses a different tensor, which was computed together with it"
USES = {"original": BESIDE, "early": "the value is replaced here afterwards"}
REBOUND = "use the tensor itself to compute the result; to run a module with tensors other than its parameters, call "
REBOUND += "`torch.func.functional_call(module, tensors_by_name, inputs)`"
OR_ZEROS = "if a missing gradient is fine, pass `allow_unused=True, materialize_grads=True` to get zeros"
UPDATED = "compute the updated values as new tensors, `p - lr * g` with gradients from `create_graph=True`, "
UPDATED += "and pass them to `torch.func.functional_call(module, tensors_by_name, inputs)`"
LABELS = {
    "copy": "creates {what}, a new tensor that the result does not use",
    "beside": "uses the original, not {what}",
    "rebound": "only rebinds the name `{name}`, and changes no tensor",
    "flag": "too late for values that were computed before",
    "late": "{what} is created here",
    "early": "in this order, `{name}` is read before it is replaced by what depends on {what}",
    "original": "uses the parameter itself, not {what}, which was computed from it",
    "updated": "changes only the values: no gradient passes here",
    "replaced": "replaces the argument that holds {what}",
    "branch": "the branch that reads the argument with {what} does not run",
}
HELPS = {
    "copy": "compute {result} from {what} itself, or request the gradient of the original",
    "beside": "use {what} here, or request the gradient of the original",
    "rebound": REBOUND,
    "flag": "set `requires_grad` on {what} before anything is computed from it",
    "early": "change the order: what uses {what} has to run before what reads the value that it replaces",
    "late": "create {what} before {result}, and compute {result} from it",
    "original": "pass {what} to this call, and use it instead of the module's own parameter",
    "idle": "use {what} in `forward`, or remove the module; "
    "to request only the other gradients, leave it out of the inputs",
    "replaced": "use the argument that holds {what} whenever a call passes it",
    "again": "use the argument that holds {what} whenever a call passes it",
    "branch": f"use the argument that holds {{what}} whenever a call passes it; {OR_ZEROS}",
    "updated": UPDATED,
    **OF_INTEGERS,
    "without": f"use {{what}} where {{result}} is computed; {OR_ZEROS}",
}
NOT_USED = "whygrad observed that the result does not use it; {} is inferred from the source"
INFERRED: dict[str, str | bool] = {
    "updated": "whygrad observed that an earlier pass depends on it, and that this line updates a tensor that "
    "this pass and the result use; it infers that the update uses the gradients of the earlier pass",
    "without": True,
    "early": "whygrad observed that the result uses the value from before the replacement; the order is inferred from "
    "the source",
    "again": "whygrad observed that the result does not use it, and that the marked line repeats an operation from "
    "before the call; it infers that the argument belongs here",
    "replaced": NOT_USED.format("the line that replaces the argument"),
    "rebound": NOT_USED.format("the line that rebinds the name"),
    "branch": NOT_USED.format("the branch that reads it"),
}
NOTHING_KNOWN = {"result": "", "input": "", "made": False, "how": ""}


def _of(result: str) -> str:
    return f"`{result}`" if result else "the result"


def _left_out(graph: UncutGraph, cause: str, message: int) -> Finding:
    """The finding about the first input that was left out of the result."""
    asked = graph.query.wrt[0] if graph.query.wrt else None
    result, name, made = _asked(graph)
    alone = len(graph.query.wrt) == graph.query.asked
    found = find_left_out(graph, asked, alone) if asked is not None and message == 0 else None
    here = graph.query.chain[-1:]
    made = made and found is not None and found.how == "copy" and _same_line(found.chain, here)
    steps = []
    if found is not None and here:
        steps += [
            *_step(graph, found.source, SOURCES.get(found.how, "the result is computed from this")),
            *_step(graph, found.use, USES.get(found.how, PASSED_BY)),
        ]
        steps.append(Step("grad", here[0], "its gradient is requested here"))
    idle = _idle_part(graph, asked) if found is None and asked is not None and message == 0 else None
    if idle is not None:
        return idle
    return Finding(
        cause=cause,
        severity="error",
        evidence="inferred" if found is not None and found.how in INFERRED else "observed",
        chain=found.chain if found is not None and not made else graph.query.chain,
        path=()
        if made
        else tuple(step for step in steps if found is None or not _same_line(found.chain, (step.place,))),
        lost=tuple(leaf_name(graph, i) for i in graph.query.wrt if leaf_name(graph, i)),
        facts={
            "message": message,
            "error": graph.query.error,
            "root": graph.query.root_name,
            "result": result or graph.query.root_name,
            "copy": "part of another tensor" if asked is not None and graph.node(asked).act in PARTS else "copy",
            "input": name or (leaf_name(graph, asked) if asked is not None else ""),
            "made": made,
            "how": found.how if found is not None else "",
            "name": found.name if found is not None else "",
        },
        wording=Wording(inferred=INFERRED.get(found.how, True) if found is not None else True),
    )


def _updated(graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
    """Findings about parameters that a loss depends on only through the steps of another optimizer."""
    groups: dict[Chain, list[tuple[int, Update]]] = {}
    for leaf, update in updates_without_effect(graph, verdict).items():
        groups.setdefault(update.write.chain, []).append((leaf, update))
    for chain, found in groups.items():
        leaf, update = found[0]
        lost = tuple(name for at, _ in found if (name := leaf_name(graph, at)))
        facts = {**NOTHING_KNOWN, "message": 0, "error": "", "root": root_name(graph), "result": root_name(graph)}
        facts |= {"input": leaf_name(graph, leaf), "how": "updated", "name": leaf_name(graph, update.leaf)}
        path = _step(graph, update.ran, SOURCES["updated"])
        wording = Wording(inferred=INFERRED["updated"])
        yield Finding(UnusedInput.name, "error", "inferred", chain, path, lost, facts, wording=wording)


def _idle_part(graph: UncutGraph, asked: int) -> Finding | None:
    """The finding about a parameter whose module has it from its constructor on, and never uses it."""
    node = graph.node(asked)
    module = node.name.split(".")[-2:-1]
    if not node.parameter or graph.users.get(asked) or not module or module[0].isdigit():
        return None
    if reads_attribute(module[0], graph.recording.sources, graph.sources):
        return None  # it has a use that did not run, or whose result went elsewhere
    asking = Event(Act.ASKED, graph.query.chain, "its gradient is requested here", "grad")
    events = (asking, Event(Act.REGISTERED, node.birth))
    site = site_of(events, graph.sources)
    if site is None or not node.birth:
        return None
    return Finding(
        cause=UnusedInput.name,
        severity="error",
        evidence=site.evidence,
        chain=site.chain,
        path=site.shown,
        lost=tuple(name for i in graph.query.wrt if (name := leaf_name(graph, i))),
        facts={
            **NOTHING_KNOWN,
            "message": 0,
            "error": graph.query.error,
            "root": graph.query.root_name,
            "result": graph.query.root_name,
            "input": leaf_name(graph, asked),
            "how": "idle",
        },
        events=events,
    )


def _same_line(chain: Chain, other: Chain) -> bool:
    return bool(chain and other) and (chain[-1].file, chain[-1].line) == (other[-1].file, other[-1].line)


def _step(graph: UncutGraph, index: int | None, label: str) -> tuple[Step, ...]:
    node = graph.node(index) if index is not None else None
    if node is None or node.place is None:
        return ()
    return (Step(node.spelling, node.place, label),)


def _asked(graph: UncutGraph) -> tuple[str, str, bool]:
    """The result and the input of the failed call as the source has them, and whether the call made the input."""
    nothing = ("", "", False)
    call = _call(graph.text(graph.query.chain[-1])) if graph.query.chain else None
    if call is None or not call.args:
        return nothing
    named = {k.arg: k.value for k in call.keywords}
    inputs = call.args[1] if len(call.args) > 1 else named.get("inputs")
    if inputs is None:
        return nothing
    elements = inputs.elts if isinstance(inputs, (ast.List, ast.Tuple)) else [inputs]
    number = re.search(r"Tensor at index (\d+)", graph.query.error)
    if number is None and len(elements) > 1:
        return nothing
    index = int(number.group(1)) if number else 0
    if index >= len(elements) or any(isinstance(e, ast.Starred) for e in elements):
        return nothing
    element = elements[index]
    made = isinstance(element, (ast.Subscript, ast.Call))
    if isinstance(element, ast.Call) and _gives_many(element):
        return nothing
    if not made and not isinstance(element, (ast.Name, ast.Attribute)):
        return nothing
    return ast.unparse(call.args[0]), ast.unparse(element), made


def _call(text: str) -> ast.Call | None:
    try:
        tree = parsed(text.strip(), mode="eval").body
    except SyntaxError:
        return None
    while isinstance(tree, ast.Subscript):
        tree = tree.value
    return tree if isinstance(tree, ast.Call) and "grad" in ast.unparse(tree.func) else None


def _gives_many(call: ast.Call) -> bool:
    """Does the call give a list of tensors, as `model.parameters()` does?"""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("parameters", "list", "tuple", "values")
