"""A result was changed behind autograd's back, between the forward and the backward pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad import walk
from whygrad.causes._base import Cause, cut_finding, lost_phrase, root_name
from whygrad.causes._silent import (
    SilentCause,
    counted,
    leaves_behind,
    names,
    puts_without_effect,
    reachable,
)
from whygrad.evidence.tensors import UnseenWrite
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import SOFTMAXES, canonical, shown
from whygrad.recording import Chain, QueryKind


class UntrackedWrite(SilentCause):
    name = "untracked-write"
    also = "also wrong, for the same reason"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        chain = graph.put_into.get(index, {}).get(parent)
        return Cut(self.name, chain, index) if chain else None

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        for blame in verdict.blames:
            if blame.cut.cause == self.name:
                found = cut_finding(graph, blame)
                # The leaf that was written was made before: the value did not enter there.
                path = tuple(step for step in found.path if not step.label.endswith("enters here"))
                facts = {**found.facts, "put": True, "array": False}
                yield replace(found, path=path, facts=facts, wording=Wording(Cause.also))
        if graph.query.kind is QueryKind.SILENT:
            for chain, lost in puts_without_effect(graph, verdict, dropped=False):
                yield self.finding("error", chain, names(graph, lost), Wording(Cause.also), put=True, array=False)

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        behind = _with_gradients(graph)
        groups: dict[Chain, list[UnseenWrite]] = {}
        for write in graph.evidence(UnseenWrite):
            if write.at in behind and _came_between(graph, write.at, write.clock, write.before):
                groups.setdefault(write.chain, []).append(write)
        for chain, writes in groups.items():
            at, op = writes[0].at, writes[0].op
            if _is_a_mask(graph, at, op, chain):
                continue
            if op == "array" or _is_computed(graph, at):
                yield self._found(graph, at, op, chain)
            else:
                yield self._found_leaf(graph, list(dict.fromkeys(w.at for w in writes)), op, chain)

    def _found_leaf(self, graph: UncutGraph, written: list[int], op: str, chain: Chain) -> Finding:
        """A parameter was written: what it was multiplied with gets a gradient that is computed with the new values."""
        users = [u for at in written for u in graph.users.get(at, ()) if graph.node(u).requires_grad]
        beside = {i for u in users for i in graph.node(u).inputs if i not in written}
        lost = names(graph, sorted({n for i in beside for n in leaves_behind(graph, i) if _should_learn(graph, n)}))
        path = tuple(Step("", p, "computed with the old values") for u in users[:1] if (p := graph.node(u).place))
        facts = {"array": op == "numpy", "leaves": names(graph, written), "written": len(written)}
        return Finding(self.name, "warning", "observed", chain, path, tuple(lost), facts)

    def _found(self, graph: UncutGraph, at: int, op: str, chain: Chain) -> Finding:
        node = graph.node(at)
        if op == "array":  # the gradient of what it is multiplied with is computed from it
            users = [u for u in graph.users.get(at, ()) if graph.node(u).requires_grad]
            leaves = sorted({i for u in users for i in graph.node(u).inputs})
            path = tuple(Step("", p, "computed with the old values") for u in users[:1] if (p := graph.node(u).place))
        else:
            leaves = sorted(leaves_behind(graph, at))
            path = (Step("", node.place, "the value was computed here"),) if node.place else ()
        lost = names(graph, (i for i in leaves if _should_learn(graph, i)))
        facts = {
            "array": op == "numpy",
            "incoming": op == "array",
            "root": root_name(graph),
            "op": node.spelling,
        }
        return Finding(self.name, "warning", "observed", chain, path, tuple(lost), facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("put"):
            return lost_phrase(finding)
        if finding.facts.get("written") and not finding.lost:
            return f"the gradient of {_written(finding)} was computed at different values than the step starts from"
        verb = "gets a wrong gradient" if len(finding.lost) < 2 else "get wrong gradients"
        return f"{counted(finding.lost)} {verb}"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("put"):
            return "the computed values are copied into a parameter without their history"
        if finding.facts.get("incoming"):
            return "the NumPy array behind an input was changed between the forward and the backward pass"
        how = "through an array" if finding.facts["array"] else "without autograd's knowledge"
        if finding.facts.get("written"):
            verb = "was" if finding.facts["written"] == 1 else "were"
            return f"{_written(finding)} {verb} changed {how} between the forward and the backward pass"
        unseen = ", which autograd does not notice" if finding.facts["array"] else ""
        return f"the result of `{shown(finding.facts['op'])}` was changed {how}{unseen}"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("put"):
            return "copies only the values: no gradient passes here"
        if finding.facts["array"]:
            what = "parameter" if finding.facts.get("written") else "result"
            return f"shares the memory of a {what}, and was written to afterwards"
        if finding.facts.get("incoming"):
            return "shares the memory of the array, which was written to afterwards"
        return "changes the values without recording it"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("put"):
            return (
                "use the values directly instead of a parameter that holds a copy: "
                "`torch.func.functional_call(module, {name: value}, …)`, `torch.cat`, or a function of `F`",
            )
        if finding.facts.get("written"):
            return ("write to parameters after `step()` and before the next forward pass",)
        if finding.facts["array"]:
            return ("copy before writing: `.detach().clone().numpy()`",)
        if finding.facts.get("incoming"):
            return ("copy the array on input: `torch.tensor(array)`, or `torch.from_numpy(array.copy())`",)
        return (
            "create a new tensor without `.data` or `detach()`, as `*`, `clamp`, `masked_fill` and `torch.where` do",
        )


def _written(finding: Finding) -> str:
    """The parameters that were changed."""
    first, others = finding.facts["leaves"][:1], int(finding.facts["written"]) - 1
    if not first:
        return "a parameter" if not others else f"{others + 1} parameters"
    return f"`{first[0]}`" + (f" and {others} more" if others else "")


def _with_gradients(graph: UncutGraph) -> set[int]:
    """What gradients of the look come to, or are computed from: what is cut off gets none, and no wrong ones."""
    roots = set(graph.query.roots)
    return walk.reachable(
        roots, lambda at: graph.node(at).inputs if at in roots or graph.node(at).requires_grad else ()
    )


def _should_learn(graph: UncutGraph, leaf: int) -> bool:
    node = graph.node(leaf)
    return node.requires_grad and (node.optimized or not graph.has_optimizer)


def _is_computed(graph: UncutGraph, at: int) -> bool:
    """Is it a result that passes a gradient on, not a leaf that was made of something?"""
    node = graph.node(at)
    made_anew = node.act in ("Parameter", "requires_grad")
    return node.requires_grad and not made_anew and any(graph.node(i).requires_grad for i in node.inputs)


def _came_between(graph: UncutGraph, at: int, clock: int, passes: int) -> bool:
    """Did the write, after so many passes, come between a use and the pass that went back through it?

    A parameter may be written before the forward pass, a result may not at all.
    """
    later = [r for r in graph.query.roots if (graph.node(r).number or 0) > passes]
    behind = reachable(graph, later)
    if _is_computed(graph, at):
        return at in behind
    users = [graph.node(user) for user in graph.users.get(at, ()) if user in behind]
    return any(user.requires_grad and user.clock <= clock for user in users)


def _is_a_mask(graph: UncutGraph, at: int, op: str, chain: Chain) -> bool:
    """`scores.data.masked_fill_(mask, -inf)` before a softmax: what is masked gets no gradient either way."""
    users = [graph.node(user).act for user in graph.users.get(at, ()) if graph.node(user).requires_grad]
    text = graph.text(chain[-1]) if chain else ""
    is_low = any(word in text for word in ("inf", "-1e", "- 1e"))
    return canonical(op) == "masked_fill" and is_low and bool(users) and SOFTMAXES.issuperset(users)
