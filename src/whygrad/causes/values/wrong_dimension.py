"""A softmax along another dimension than the one that the classes lie in, a norm of another part than a sample."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import prod

from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.causes._summed_samples import summed_samples
from whygrad.causes.values._sequences import mixed_samples, swapped_batches
from whygrad.evidence.marks import AlongDimension, caller_in
from whygrad.evidence.tensors import NormsOfGradient
from whygrad.finding import Act, Event, Finding, Step
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import SOFTMAXES
from whygrad.recording import QueryKind
from whygrad.walk import levels

SAME_SHAPE = frozenset({"contiguous", "clone", "float", "double", "to", "broadcast_tensors", "log", "clamp"})
PRODUCTS = ("bmm", "matmul")
WIDENING = ("unsqueeze", "__getitem__")
FEW = 4
SEVERAL = 2  # passes that had it
NEAR = 4  # operations behind a loss among which its target is looked for


class WrongDimension(SilentCause):
    name = "wrong-dimension"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        for seen in graph.evidence(NormsOfGradient) if graph.query.kind is QueryKind.TRAINING else ():
            if seen.steps >= SEVERAL and seen.chain:
                elsewhere = seen.compared and seen.compared[-1].line != seen.chain[-1].line
                path = (Step("", seen.compared[-1], "compares the norms with a number"),) if elsewhere else ()
                facts = {"op": seen.spelling, "shape": list(seen.shape), "norms": list(seen.norms)}
                yield Finding(self.name, "warning", "observed", seen.chain, path, facts=facts)

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for index in sorted(reachable(graph)):
            wanted = _wanted(graph, index)
            at = _normalised(graph, graph.node(index).inputs[0]) if wanted is not None else None
            if wanted is None or at is None:
                continue
            (number, of), node = _dimension(graph, at), graph.node(at)
            if of > 1 and number != wanted % of and node.chain[-1:] not in told and not _both_ways(graph, at, wanted):
                told.add(node.chain[-1:])
                place, op = graph.node(index).place, node.spelling
                path = (Step("", place, f"expects the classes in dimension {wanted % of}"),) if place else ()
                facts = {"op": op, "number": number, "wanted": wanted % of, "root": root_name(graph)}
                facts["shape"] = list(node.shape)
                yield Finding(self.name, "warning", "observed", node.chain, path, facts=facts)
        yield from self._pooling(graph)
        yield from self._sequences(graph)
        yield from self._mixed(graph)
        yield from self._sums(graph)

    def _pooling(self, graph: UncutGraph) -> Iterator[Finding]:
        """Weights that sum to 1 over the batch, and with which each row of the batch is pooled by itself."""
        told = set()
        batches = _batches(graph)
        for index in sorted(reachable(graph)):
            at = _weights(graph, index)
            node, pooled = graph.node(at) if at is not None else None, graph.node(index)
            if at is None or node is None or _dimension(graph, at)[0] or not node.shape or node.chain[-1:] in told:
                continue
            if node.shape[0] > 1 and node.shape[0] in batches and node.shape[:1] == pooled.shape[:1]:
                told.add(node.chain[-1:])
                path = (Step("", pooled.place, "sums along another dimension"),) if pooled.place else ()
                facts = {"op": node.spelling, "number": 0, "shape": list(node.shape), "pooled": True}
                yield Finding(self.name, "warning", "observed", node.chain, path, facts=facts)

    def _sums(self, graph: UncutGraph) -> Iterator[Finding]:
        """The scores of all samples become one number before a function that is flat at its end bends it."""
        told = set()
        for found in summed_samples(graph, sorted(reachable(graph))):
            reduced, bent = graph.node(found.reduced), graph.node(found.bent)
            if not reduced.chain or reduced.chain[-1] in told:
                continue
            told.add(reduced.chain[-1])
            path = (Step("", bent.place, "gets that number"),) if bent.place else ()
            facts = {"op": reduced.spelling, "bent": bent.spelling, "samples": found.samples}
            yield Finding(self.name, "warning", "observed", reduced.chain, path, facts=facts)

    def _mixed(self, graph: UncutGraph) -> Iterator[Finding]:
        """States of a layer that are reshaped to a row for each sample, without swapping the dimensions before."""
        told = set()
        for found in mixed_samples(graph, sorted(reachable(graph))):
            node, layer = graph.node(found.reshaped), graph.node(found.layer)
            if node.chain and node.chain[-1] not in told:
                told.add(node.chain[-1])
                apart = layer.place is not None and layer.place.line != node.chain[-1].line
                path = (Step("", layer.place, f"returns {list(found.shape)}"),) if layer.place and apart else ()
                facts = {"op": node.spelling, "before": list(found.shape), "shape": list(node.shape)}
                of_batch = {"batch": found.batch, "mixed": True}
                yield Finding(self.name, "warning", "observed", node.chain, path, facts={**facts, **of_batch})

    def _sequences(self, graph: UncutGraph) -> Iterator[Finding]:
        """A layer without `batch_first=True` that is given the batch first: its samples are each other's time steps."""
        told = set()
        for found in swapped_batches(graph, sorted(reachable(graph)), _batches(graph)):
            layer, taken = graph.node(found.layer), graph.node(found.taken)
            made = graph.node(found.leaf).birth if found.leaf is not None else ()
            events = (
                Event(Act.USED, layer.chain, f"gets {list(found.shape)}", cures=not made),
                Event(Act.USED, taken.chain, "drops dimension 1, which is the layer's batch", cures=False),
                *((Event(Act.MADE, made),) if made else ()),
            )
            site = site_of(events, graph.sources)
            if site is None or site.chain[-1] in told:
                continue
            told.add(site.chain[-1])
            facts = {"op": layer.spelling, "shape": list(found.shape), "root": root_name(graph), "sequence": True}
            # Rows that come in their order may well be time steps, and dimension 1 sensors or agents.
            severity = "warning" if found.drawn else "note"
            yield Finding(self.name, severity, site.evidence, site.chain, site.shown, facts=facts, events=events)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("mixed"):
            return f"`{finding.facts['op']}` puts numbers of different samples into one row"
        if finding.facts.get("sequence"):
            return f"`{finding.facts['op']}` treats dimension 1 of {finding.facts['shape']} as the batch"
        if "norms" in finding.facts:
            return "the gradient penalty does not have one norm for each sample"
        if "bent" in finding.facts:
            return f"`{finding.facts['op']}` reduces all {finding.facts['samples']} samples to one number"
        return f"`{finding.facts['op']}` normalises along dimension {finding.facts['number']}"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("mixed"):
            before, batch, shape = (finding.facts[key] for key in ("before", "batch", "shape"))
            return f"dimension {batch} of {before} is the batch, and creating {shape} does not swap the dimensions"
        if finding.facts.get("sequence"):
            return f"`{finding.facts['root']}` compares {finding.facts['shape'][0]} rows, the size of dimension 0"
        if "norms" in finding.facts:
            made, shape = prod(finding.facts["norms"]), finding.facts["shape"]
            norms = f"computes {made} norms" if made != 1 else "computes one norm"
            return f"`{finding.facts['op']}` {norms} from a gradient of shape {shape}, which has {shape[0]} samples"
        if "bent" in finding.facts:
            bent = f"`{finding.facts['bent']}` runs once for the whole batch"
            return f"{bent}, and has the same slope for right and wrong samples"
        if finding.facts.get("pooled"):
            return "this is the batch dimension, and the weighted sum runs along another one"
        return f"`{finding.facts['root']}` expects the classes in dimension {finding.facts['wanted']}"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("mixed"):
            return "reads the numbers in their old order"
        if finding.facts.get("sequence"):
            return "treats dimension 0 as time: each sample is a time step of the others"
        if "norms" in finding.facts:
            norms = finding.facts["norms"]
            return f"its result has shape {norms}" if norms else "one number for the whole batch"
        if "bent" in finding.facts:
            return "returns one number for the whole batch"
        number, shape = finding.facts["number"], finding.facts["shape"]
        return f"sums to 1 along dimension {number}" + (f" of {shape}" if shape else "")

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("mixed"):
            return ("swap the dimensions first: `.transpose(0, 1)`, then reshape",)
        if finding.facts.get("sequence"):
            return ("pass `batch_first=True` to the layer, or swap the dimensions of its input and its output",)
        if "norms" in finding.facts:
            return ("take the norm of each sample: `gradient.flatten(1).norm(2, dim=1)`",)
        if "bent" in finding.facts:
            op, bent = finding.facts["op"], finding.facts["bent"]
            return (f"compute one score for each sample, `{op}(…, dim=1)`, and average the losses after `{bent}`",)
        if finding.facts.get("pooled"):
            return ("normalise along the summed dimension",)
        return (f"normalise along the classes: `dim={finding.facts['wanted']}`",)


def _wanted(graph: UncutGraph, index: int) -> int | None:
    """In which dimension an operation has the classes; None where it does not say."""
    node = graph.node(index)
    op = node.act
    if not node.inputs:
        return None
    if op == "nll_loss":
        return 1
    if op == "gather" and (found := _dimension(graph, index))[1]:
        return found[0]
    # `Categorical(probs=…)` divides by the sum along the last dimension; `Categorical(logits=…)` takes its logsumexp.
    others = [graph.node(i) for i in node.inputs[1:]]
    divides = op == "div" and any(o.act == "sum" and o.inputs == node.inputs[:1] for o in others)
    return -1 if (divides or op == "logsumexp") and caller_in(node.mark) == "__init__" else None


def _both_ways(graph: UncutGraph, at: int, wanted: int) -> bool:
    """Is the same matrix normalised along the other dimension too, as pairs are that have to find each other?"""
    values = graph.node(at).inputs[:1]
    users = [user for i in values for user in graph.users.get(i, ()) if user != at]
    along = (_dimension(graph, user) for user in users if graph.node(user).act in SOFTMAXES)
    losses = any(graph.node(user).act == "cross_entropy" for user in users)
    return losses or any(of > 1 and number == wanted % of for number, of in along)


def _weights(graph: UncutGraph, index: int) -> int | None:
    """The softmax whose result weighs what this operation adds up, along another dimension than the first."""
    node = graph.node(index)
    op = node.act
    if op in PRODUCTS:
        return _softmax_behind(graph, node.inputs[0]) if len(node.inputs) == 2 and len(node.shape) > 2 else None
    number, of = _dimension(graph, index) if op == "sum" else (0, 0)
    if not number or not node.inputs or graph.node(node.inputs[0]).act != "mul":
        return None
    factors = [i for i in graph.node(node.inputs[0]).inputs if graph.node(i).shape[of - 1 :] == (1,)]
    return next((at for i in factors if (at := _softmax_behind(graph, i)) is not None), None)


def _softmax_behind(graph: UncutGraph, at: int) -> int | None:
    """As `_normalised`, also where a dimension of 1 was put in."""
    node = graph.node(at)
    widened = node.act in WIDENING and node.inputs and 1 in node.shape[1:]
    found = _normalised(graph, node.inputs[0] if widened else at)
    if found is None or graph.node(found).act != "softmax":
        return None
    return found if _dimension(graph, found)[1] > 1 else None


def _batches(graph: UncutGraph) -> set[int]:
    """The sizes of what the loss compares with: values near it that carry no gradient."""
    near = islice(levels(graph.query.roots, lambda at: graph.node(at).inputs), NEAR + 1)
    nodes = [graph.node(at) for level in near for at in level]
    return {node.shape[0] for node in nodes if not node.requires_grad and node.shape}


def _normalised(graph: UncutGraph, at: int) -> int | None:
    """The softmax whose result this is, unchanged in shape."""
    for _ in range(FEW):
        node = graph.node(at)
        if node.act in SOFTMAXES:
            return at if _dimension(graph, at)[1] else None
        if node.act not in SAME_SHAPE or not node.inputs:
            return None
        at = node.inputs[0]
    return None


def _dimension(graph: UncutGraph, index: int) -> tuple[int, int]:
    """Along which dimension of how many; of none where that was not seen."""
    mark = graph.node(index).mark
    return (mark.dimension, mark.of) if isinstance(mark, AlongDimension) else (0, 0)
