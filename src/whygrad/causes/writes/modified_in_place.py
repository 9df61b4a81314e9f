"""A value that an operation had saved for its gradient was overwritten before `backward()`."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, leaf_name
from whygrad.evidence.hooks import RegisteredHook
from whygrad.evidence.marks import PassRan
from whygrad.finding import Finding, Step
from whygrad.graph.overwrites import MODIFIED, Overwrite, find_overwrite, renormalised
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import EMBEDDINGS, canonical
from whygrad.recording import Node, QueryKind, Write
from whygrad.source.naming import short_place
from whygrad.source.patterns.effects import writes_to_any
from whygrad.source.patterns.inplace_modules import Made, called_name, inplace_modules
from whygrad.source.patterns.stores import attributes_read

WHY = {
    "mul": "a product's gradient is made of its factors",
    "div": "a quotient's gradient is made of both sides",
    "pow": "a power's gradient is made of its base",
    "linear": "the weight's gradient is made of the input, the input's of the weight",
    "matmul": "each factor's gradient is made of the other",
    "conv2d": "the weight's gradient is made of the input, the input's of the weight",
    "relu": "its gradient is read off its result",
    "exp": "its derivative is its result",
    "sigmoid": "its gradient is computed from its result",
    "tanh": "its gradient is computed from its result",
    "softmax": "its gradient is computed from its result",
    "sqrt": "its gradient is computed from its result",
}


MADE = "the module that writes in place is made here"


class ModifiedInPlace(Cause):
    name = "modified-in-place"
    inferred = "that the value was changed in place is torch's word; the line that did it is read from the source"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR or MODIFIED not in graph.query.error:
            return
        found = find_overwrite(graph)
        found = found if found.write is not None else renormalised(graph, found)
        write, victim = found.write, graph.node(found.victim) if found.victim is not None else None
        hooked = _written_by_hook(graph, victim, self.name) if victim is not None and write is None else None
        if hooked is not None:
            yield hooked
            return
        saving = victim.spelling if victim else ""
        made = _made(graph, write, saving) if write else None
        scaled = write is not None and write.act in EMBEDDINGS
        chain = write.chain if write else victim.chain if victim else graph.query.chain
        inner = made is not None and made.held_as != called_name(chain[-1], graph.sources)
        steps = [*_path(graph, found, saving)]
        if made is not None:
            steps.append(Step("call", chain[-1], "it runs here") if inner else Step("make", made.place, MADE))
        yield Finding(
            cause=self.name,
            severity="error",
            evidence=("inferred" if inner or scaled else "observed") if write else "unknown",
            chain=(*chain, made.place) if made is not None and inner else chain,
            path=tuple(steps),
            lost=(),
            facts={
                "name": leaf_name(graph, found.old) if found.old is not None else "",
                "saving": saving,
                "step": bool(write and write.step),
                "writing": write.spelling if write else "",
                "code": graph.text(write.chain[-1]).strip() if write and write.chain else "",
                "seen": write is not None,
                "made": inner,
                "retained": _retained(graph),
            },
        )

    def subject(self, finding: Finding) -> str:
        name = f"`{finding.facts['name']}`" if finding.facts["name"] else "a value"
        what = "by the optimizer" if finding.facts["step"] else "in place"
        return f"{name} was changed {what} after `{finding.facts['saving'] or 'an operation'}` had kept it"

    def clause(self, finding: Finding) -> str:
        saving = f"of `{finding.facts['saving']}`" if finding.facts["saving"] else "behind it"
        return f"the gradient {saving} can no longer be computed"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("hook"):
            return "changes the value while the backward pass runs"
        if not finding.facts["seen"]:
            return "keeps the value; what changed it was not seen"
        if finding.facts["step"]:
            return "this step changes parameters that a waiting backward pass still needs"
        if finding.facts["made"]:
            return "this module changes the value in place"
        if finding.facts["writing"] in EMBEDDINGS:
            return "an embedding with `max_norm` scales its own table in place"
        return "changes the value here"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("hook"):
            return (f"`{finding.facts['hook']}` is a hook: it runs while gradients are computed",)
        why = WHY.get(canonical(finding.facts["saving"]))
        if finding.facts["step"] and finding.facts["retained"]:
            file, line = finding.facts["retained"]
            where = f"`retain_graph=True` at {short_place(file, line)}"
            return (f"{where} kept an old graph alive: this is the trap of retaining from one step to the next",)
        return (f"`{finding.facts['saving']}` keeps it because {why}",) if why else ()

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("hook"):
            return ("keep in the hook what was measured, and change the value after `backward()`",)
        if finding.facts["step"]:
            return (
                "run every backward pass through these parameters before the step, or compute that loss anew after it; "
                "a state carried over from before the step is to be detached",
            )
        if finding.facts["writing"] in EMBEDDINGS:
            return (
                "look the rows up first, and use the whole table after that; or keep the table short by hand, "
                "without `max_norm`; or compute with `weight.clone()`",
            )
        if "inplace=True" in finding.facts["code"] or finding.facts["writing"] in (
            "relu",
            "leaky_relu",
            "silu",
            "dropout",
        ):
            return ("use `inplace=False` for this module",)
        if finding.facts["writing"] == "__setitem__":
            return (
                "write into a copy (`x = x.clone()` before), or choose with `torch.where`; where elements are computed "
                "from others of the same tensor, keep them in a list and join them with `torch.stack`",
            )
        return ("make a new tensor: `x = x + …` for `x += …`, `x.add(…)` for `x.add_(…)`; or write into `x.clone()`",)


def _written_by_hook(graph: UncutGraph, victim: Node, cause: str) -> Finding | None:
    """The write of a hook into something that the victim reads: what runs in a backward pass is not seen, but read."""
    names = attributes_read(victim.place, graph.sources) if victim.place else []
    for seen in graph.evidence(RegisteredHook) if names else ():
        writes = writes_to_any(seen.hook.file, seen.hook.line, names, graph.sources)
        if writes and victim.place:
            saving = victim.spelling
            steps = [Step(saving, victim.place, f"`{saving}` keeps this value for its gradient")]
            steps += [Step("register_hook", place, "the hook is put on here") for place in seen.registered[-1:]]
            facts = {"name": "", "saving": saving, "step": False, "seen": True, "made": False, "hook": seen.hook.name}
            return Finding(cause, "error", "inferred", (writes[0],), tuple(steps), facts=facts)
    return None


def _made(graph: UncutGraph, write: Write, saving: str) -> Made | None:
    """Where the module is made that wrote in place, where the program did not write it by itself."""
    function = write.spelling
    if not write.chain or function.endswith("_") or "inplace" in graph.text(write.chain[-1]):
        return None
    found = inplace_modules(function, graph.recording.sources, graph.sources)
    held = called_name(write.chain[-1], graph.sources)
    following = saving.replace("_", "")
    fitting = (
        [m for m in found if m.held_as and m.held_as == held]
        or [m for m in found if m.after.lower() == following]
        or [m for m in found if not m.held_as]
        or found
    )
    lines = {(m.place.file, m.place.line) for m in fitting}
    return fitting[0] if len(lines) == 1 else None


def _path(graph: UncutGraph, found: Overwrite, saving: str) -> tuple[Step, ...]:
    victim = graph.node(found.victim) if found.victim is not None else None
    if victim is None or victim.place is None or found.write is None:
        return ()
    what = "its result" if found.saved_result else "this value"
    return (Step(saving, victim.place, f"`{saving}` keeps {what} for its gradient"),)


def _retained(graph: UncutGraph) -> tuple[str, int] | None:
    """The latest backward pass that was told to retain its graph."""
    calls = [n for n in graph.nodes if n.op == "backward" and n.mark == PassRan(retained=True) and n.place]
    latest = max(calls, key=lambda n: n.number, default=None)
    return (latest.place.file, latest.place.line) if latest and latest.place else None
