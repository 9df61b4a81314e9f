"""Nothing that should learn is behind the loss, as far as the program was watched."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._base import Cause, root_name
from whygrad.evidence.marks import Decided, Unseen
from whygrad.evidence.questions import NotATensor, NotRecorded
from whygrad.finding import Act, Event, Finding, Wording
from whygrad.graph.contrast import contrast
from whygrad.graph.inside_functions import asked_inside
from whygrad.graph.left_out import passed_by
from whygrad.graph.precedence import by_place
from whygrad.graph.routes import routes_from
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.unseen_gradients import unseen_gradient
from whygrad.ops import REBUILDING
from whygrad.recording import Chain, Node, QueryKind
from whygrad.source.given.differing_keys import DifferingKeys, differing_keys
from whygrad.source.patterns.plain_values import returned_constant
from whygrad.source.span import assigned_values, is_returned, node_at, place_of_node, returned_values
from whygrad.source.values.steps import last_name

CONSTANTS = ("zeros", "zeros_like", "new_zeros", "ones", "ones_like", "new_ones", "full", "full_like")
WRAPPING = REBUILDING | {"as_tensor", "asarray", "scalar_tensor", "Tensor", "FloatTensor"}
BY_KEYS = "whygrad observed that the loss is a constant, and infers from the source which keys were compared"
ASKING = (QueryKind.BACKWARD, QueryKind.GRAD, QueryKind.NOT_A_TENSOR)


class NeverConnected(Cause):
    name = "never-connected"
    inferred = "whygrad infers from the source which values the branch decides and where the plain number came from"

    def find_without_cut(self, graph: UncutGraph) -> Iterator[Finding]:
        if _is_told_elsewhere(graph):
            return
        branch = _deciding_branch(graph)
        root = graph.node(graph.roots[0]) if graph.roots else None
        unseen = any(isinstance(n.mark, Unseen) and not n.parameter for n in map(graph.node, _behind(graph)))
        mark = graph.node(branch).mark if branch is not None else None
        if branch is not None:
            chain = graph.node(branch).chain
        else:
            chain = _constant(graph) or (root.chain if root is not None and root.chain else _made(graph))
        before = found if (found := contrast(graph)) is not None and found.here else None
        here = before.here if before is not None else ()
        if root is not None and root.kind == "leaf" and branch is None:
            chain, here = _before_wrapping(graph, chain), _before_wrapping(graph, here)
        keys = differing_keys(chain, graph.recording.sources, graph.sources) if branch is None else None
        known = chain in (graph.query.chain, root and root.chain) and branch is None
        replaced = before is not None and branch is None and keys is None
        events = (
            Event(Act.MADE, chain, "a constant, because no term is left" if keys else "", observed=known),
            *_by_keys(keys),
            *([Event(Act.REPLACED, here, observed=here == before.here)] if before and replaced else ()),
        )
        site = site_of(events, graph.sources)
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="unknown" if unseen and known else site.evidence if site else "observed",
            chain=site.chain if site else (),
            path=site.shown if site and keys else (),
            events=events,
            wording=Wording(inferred=BY_KEYS if keys else False),
            facts={
                "keys_of": keys.of if keys else "",
                "root": root_name(graph),
                "type": plain.type if (plain := graph.only(NotATensor)) is not None else None,
                "branch": str(mark.value) if isinstance(mark, Decided) else "",
                "unseen": unseen,
                "has_optimizer": graph.has_optimizer,
                "leaf": root is not None and root.kind == "leaf",
                "contrast": before is not None and branch is None,
            },
        )

    def clause(self, finding: Finding) -> str:
        if finding.facts["type"]:
            return f"it is of type `{finding.facts['type']}`, and no tensor was involved in computing it"
        if finding.facts["has_optimizer"]:
            return "none of the optimizer's parameters was used to compute it"
        return "nothing that requires a gradient was used to compute it"

    def label(self, finding: Finding) -> str:
        root = finding.facts["root"]
        if of := finding.facts["keys_of"]:
            return f"builds the keys that are looked for, of which `{of}` has none"
        if finding.facts["contrast"] and finding.facts["leaf"]:
            return f"this time `{root}` is just this value"
        if finding.facts["contrast"]:
            return f"a constant, and this time `{root}` is computed from nothing else"
        if finding.facts["branch"]:
            return f"was {finding.facts['branch']}: nothing was added to `{root}` here"
        if finding.facts["type"]:
            return f"creates a plain {finding.facts['type']}"
        return f"`{root}` is just this value" if finding.facts["leaf"] else "created here, from nothing that can learn"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["unseen"]:
            return (
                "part of it was created outside the recording (before it began, in another thread, or "
                "in a library), so its inputs are unknown",
            )
        return ()

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if of := finding.facts["keys_of"]:
            return (f"spell these keys like those of `{of}`, and raise an error when no term is left",)
        if any(finding.facts[fact] for fact in ("branch", "leaf", "type", "contrast")):
            root = finding.facts["root"]
            return (f"make sure that the code that adds to `{root}` runs, or skip `backward()` when it does not",)
        return ("compute the loss from the output of the model that should learn",)


def _is_told_elsewhere(graph: UncutGraph) -> bool:
    """Is it another question, or is more known of it: what was asked for is a copy, or gradients are off?"""
    if graph.query.kind not in ASKING or graph.only(NotRecorded) is not None:
        return True
    if passed_by(graph) is not None or asked_inside(graph) is not None or graph.ends_unknown():
        return True  # or what is behind is not known
    return unseen_gradient(graph, root_name(graph)) is not None


def _by_keys(keys: DifferingKeys | None) -> Iterator[Event]:
    """The names that differ, where terms were chosen by them."""
    if keys is not None:
        yield Event(Act.STEERED, (keys.asked,), observed=False)
        yield Event(Act.MADE, (keys.given,), f"builds the keys of `{keys.of}`", observed=False, cures=False)
        yield Event(Act.USED, (keys.test,), "takes none of them", observed=False, cures=False)


def _constant(graph: UncutGraph) -> Chain:
    """The only constants behind the root, where another function made them: an early return of `torch.zeros(())`.

    One statement may return several, and run for each sample.
    """
    behind = [graph.node(i) for i in _behind(graph)]
    constants = {n.chain for n in behind if n.chain and (n.act in CONSTANTS or _is_number(n, graph))}
    made = sorted((chain for chain in constants if is_returned(chain[-1], graph.sources)), key=by_place)
    chain = made[0] if len({(at[-1].file, at[-1].line) for at in made}) == 1 else ()
    asked = graph.query.chain[-1:]
    if not chain or not asked or (chain[-1].file, chain[-1].function) == (asked[0].file, asked[0].function):
        return ()
    return chain


def _before_wrapping(graph: UncutGraph, chain: Chain) -> Chain:
    """Where the plain number came from that a call has made a tensor of: `torch.as_tensor(total)`."""
    call = node_at(chain[-1], graph.sources) if chain else None
    if not isinstance(call, ast.Call) or not call.args or last_name(call.func) not in WRAPPING:
        return chain
    given = place_of_node(chain[-1].file, call.args[0], chain[-1].function, graph.sources)
    constant = returned_constant(given, graph.recording.sources, graph.sources)
    return (*chain, constant) if constant is not None else chain


def _is_number(node: Node, graph: UncutGraph) -> bool:
    """Is it a tensor of a number that stands in the text: `torch.tensor(0.0)`?"""
    call = node_at(node.chain[-1], graph.sources) if node.act in REBUILDING and not node.inputs else None
    return isinstance(call, ast.Call) and bool(call.args) and isinstance(call.args[0], ast.Constant)


def _made(graph: UncutGraph) -> Chain:
    """Where a loss that is no tensor got its value: the last assignment of its name, and what that call returns."""
    chain = graph.query.chain
    name = root_name(graph)
    values = assigned_values(chain[-1], name, graph.sources) if chain else []
    # What adds to the name itself did not run, or it would be a tensor.
    values = [v for v in values if name not in graph.flow.names_in(v)]
    constant = returned_constant(chain[-1], graph.recording.sources, graph.sources) if chain else None
    if constant is not None:
        return (*chain, constant)
    if not values:
        return chain
    returned = returned_values(values[0], graph.sources)
    return (*chain[:-1], values[0], *(returned if len(returned) == 1 else ()))  # of several which one is not known


def _deciding_branch(graph: UncutGraph) -> int | None:
    """An `if` under which something would have been added to the root, as the source tells."""
    behind = _behind(graph)
    return next((b for b in graph.branches if b in behind), None)


def _behind(graph: UncutGraph) -> set[int]:
    return set(routes_from(graph, graph.roots, lambda *_: ()))
