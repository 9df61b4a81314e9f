"""A hook returned what cannot take the place of its gradient, or computes what is not possible with one of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import leaf_name
from whygrad.causes._messages import Message, MessageCause, raised_inside
from whygrad.evidence.hooks import OverwrittenGradient, RefusedGradient, RegisteredHook, UnchangingHook, WritingHook
from whygrad.evidence.marks import CalledByLibrary
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import EMBEDDINGS
from whygrad.recording import Place, QueryKind
from whygrad.source.patterns.effects import is_read_for_its_value, writes_of, writes_of_helpers
from whygrad.source.patterns.functions import hooks_in_source, returned_by_code

IN_PLACE, UNCHANGING = -1, -2  # no message of torch's: a run that raised nothing
REFUSED = -3  # any message about the kind of the gradient
KINDS = {  # what a hook can do about a gradient that is not as it expects
    "sparse": "let the hook handle sparse gradients, `if grad.is_sparse: …` with `grad.coalesce().values()`, or create "
    "the layer without `sparse=True`",
    "complex": "compute with `grad.real`, `grad.imag` or `grad.abs()` in the hook",
    "on": "create what the hook computes with on `grad.device`",
}
IN_FLOAT = "compute with `grad.float()` in the hook, and return the result in `grad.dtype`"
SEVERAL = 2  # passes in which another gradient had arrived
SAME = "return a tensor of the same shape, type and device as the gradient, or `None` to leave it as it is"
REGISTERING = ("register_hook", "register_prehook", "register_full_backward_hook", "register_full_backward_pre_hook")
LABEL = "a hook in this backward pass returned it"


class HookResult(MessageCause):
    name = "hook-result"
    drives = True
    inferred = "whygrad observed that a hook did it; the hook and its line are inferred from the source"
    messages = (
        Message(
            ("expected Variable, but hook returned",),
            "a hook returned something that is not a tensor instead of the gradient",
            SAME,
            LABEL,
        ),
        Message(
            ("expected tuple, but hook returned",),
            "a hook on a graph node returned something that is not a tuple of gradients",
            "return a tuple with one gradient per argument of the hook, or `None`",
            LABEL,
        ),
        Message(
            ("has returned an incorrect number of values",),
            "a hook returned a different number of gradients than it received",
            "return as many gradients as the hook received, or `None`",
            LABEL,
        ),
        Message(
            ("has changed the size of value",),
            "a hook returned a gradient with a different shape",
            SAME,
            LABEL,
        ),
        Message(
            ("has changed the type of value",),
            "a hook returned a gradient with a different dtype",
            "convert it back with `.to(grad.dtype)` before returning it",
            LABEL,
        ),
        Message(
            ("has changed the device of value", "has changed the layout of value"),
            "a hook returned a gradient on a different device or with a different layout",
            "move it back with `.to(grad.device)` before returning it",
            LABEL,
        ),
        Message(
            ("can't replace a None gradient with a non-None value",),
            "a hook returned a gradient although none arrived",
            "return `None` when the hook receives `None`",
            LABEL,
        ),
        Message(
            ("Backward hook returned an invalid number of grad_input",),
            "a module's backward hook returned a different number of gradients than the module has inputs",
            "return one gradient for each positional input of the module, or `None`",
            LABEL,
        ),
        Message(
            ("Backward pre hook returned an invalid number of grad_output",),
            "a module's backward pre-hook returned a different number of gradients than the module has outputs",
            "return one gradient for each output of the module, or `None`",
            LABEL,
        ),
        Message(
            ("Backward hook for Modules where no input requires gradient should always return None",),
            "a module's backward hook returned gradients for inputs that do not require one",
            "return `None`, or make the module's input require a gradient",
            LABEL,
        ),
        Message(
            ("Tensor post accumulate grad hooks should return None",),
            "a post-accumulate-grad hook returned a value",
            "change `parameter.grad` inside the hook, and return nothing",
            LABEL,
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            yield self._at_its_hook(graph, finding)
        yield from self._refused(graph)
        if graph.query.kind is QueryKind.TRAINING:
            for writing in graph.evidence(WritingHook):
                hook, files = writing.hook, graph.recording.sources
                written = writes_of(hook.file, hook.line, graph.sources)
                yield from self._written(graph, [p for p in written if is_read_for_its_value(p, graph.sources)], "hook")
                if not written:
                    yield from self._written(
                        graph, writes_of_helpers(hook.file, hook.line, files, graph.sources), "hook"
                    )
            for seen in graph.evidence(UnchangingHook):
                places = returned_by_code(seen.hook, graph.sources)
                if seen.passes >= SEVERAL and places:
                    facts = {"message": UNCHANGING, "error": "", "passes": seen.passes + 1}
                    evidence = "observed" if len(places) == 1 else "inferred"
                    yield Finding(self.name, "warning", evidence, (places[0],), facts=facts)
            overwritten = graph.evidence(OverwrittenGradient)
            places = [seen.chain[-1] for seen in overwritten if seen.chain]
            yield from self._written(graph, [p for p in places if is_read_for_its_value(p, graph.sources)], "step")

    def _refused(self, graph: UncutGraph) -> Iterator[Finding]:
        """What a hook cannot compute with a gradient of this kind, where it stands."""
        seen, inside = graph.only(RefusedGradient), raised_inside(graph)
        if seen is None or not inside:
            return
        steps = [Step("register_hook", place, "the hook is registered here") for place in seen.registered[-1:]]
        steps += [step for step in (_layer(graph, seen),) if step is not None]
        steps += [Step("backward", place, "it runs in this backward pass") for place in graph.query.chain[-1:]]
        code = graph.text(inside[-1]).strip()
        facts = {"message": REFUSED, "error": graph.query.error, "kind": seen.kind, "code": code}
        yield Finding(self.name, "error", "observed", (*graph.query.chain, *inside), tuple(steps), facts=facts)

    def _at_its_hook(self, graph: UncutGraph, finding: Finding) -> Finding:
        """The finding at what the hook returned, where the hook is known."""
        hooks = graph.evidence(RegisteredHook)
        read = not hooks
        if read:
            written = hooks_in_source(REGISTERING, graph.recording.sources, graph.sources)
            hooks = tuple(RegisteredHook(hook, (call,)) for hook, call in written)
        returned = [(seen, place) for seen in hooks for place in returned_by_code(seen.hook, graph.sources)]
        if not returned:
            return finding
        seen, place = returned[0]
        steps = [Step("register_hook", p, "the hook is registered here") for p in seen.registered[-1:]]
        steps += [Step("backward", p, "it runs in this backward pass") for p in graph.query.chain[-1:]]
        return replace(
            finding,
            chain=(*graph.query.chain, place),
            path=tuple(s for s in steps if (s.place.file, s.place.line) != (place.file, place.line)),
            evidence="observed" if len(returned) == 1 and not read else "inferred",
            facts={**finding.facts, "hook": seen.hook.name},
        )

    def _written(self, graph: UncutGraph, written: list[Place], by: str) -> Iterator[Finding]:
        """Writes into a gradient whose value is read: their effect is hardly meant."""
        for place in written:
            facts = {"message": IN_PLACE, "error": "", "by": by, "code": graph.text(place).strip()}
            evidence = "inferred" if by == "hook" else "observed"  # which line of the hook is read from the source
            yield Finding(self.name, "warning", evidence, (place,), facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts["message"] == UNCHANGING:
            count = finding.facts["passes"]
            return f"a hook replaces gradients with a tensor that it keeps: it returned the same one in {count} passes"
        if finding.facts["message"] == REFUSED:
            return f"a hook gets a gradient that is {finding.facts['kind']}, and fails with it"
        if finding.facts["message"] != IN_PLACE:
            return super().subject(finding)
        if finding.facts["by"] == "hook":
            return f"a hook overwrites the gradient that it inspects: `{finding.facts['code']}` works in place"
        return f"gradients are overwritten before the step uses them: `{finding.facts['code']}` works in place"

    def label(self, finding: Finding) -> str:
        if finding.facts["message"] == IN_PLACE:
            return "writes into the gradient"
        if finding.facts["message"] == REFUSED:
            return f"does not work with a gradient that is {finding.facts['kind']}"
        replaces = finding.facts.get("hook") or finding.facts["message"] == UNCHANGING
        return "this replaces the gradient" if replaces else super().label(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["message"] == UNCHANGING:
            return ("a different gradient arrived in each of these passes",)
        return () if finding.facts["message"] == IN_PLACE else super().notes(finding)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["message"] == IN_PLACE:
            return ("use the function without the underscore, which returns a new tensor",)
        if finding.facts["message"] == UNCHANGING:
            return ("return `None` to leave the gradient as it is, or compute the result from it",)
        if finding.facts["message"] == REFUSED:
            return (KINDS.get(str(finding.facts["kind"]).partition(" ")[0], IN_FLOAT),)
        return super().helps(finding)


def _layer(graph: UncutGraph, seen: RefusedGradient) -> Step | None:
    """What made the parameter whose gradient is of this kind, where a layer did and no other may be meant."""
    made = [at for at in seen.of if isinstance(graph.node(at).mark, CalledByLibrary) and graph.node(at).birth]
    looked_up = [at for at in made if any(graph.node(user).act in EMBEDDINGS for user in graph.users.get(at, ()))]
    known = looked_up if seen.kind == "sparse" else made
    if len(known) != 1:
        return None
    name = leaf_name(graph, known[0])
    layer = f"`{name}`" if name else "the parameter"
    return Step("", graph.node(known[0]).birth[-1], f"creates {layer}, whose gradient is {seen.kind}")
