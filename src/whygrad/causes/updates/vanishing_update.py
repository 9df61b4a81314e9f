"""A step has a gradient and a learning rate for a parameter, and no bit of the parameter changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.still_updates import (
    FirstParameters,
    RoundedUpdates,
    StillUpdate,
    StillUpdates,
    StuckParameter,
    StuckUpdates,
)
from whygrad.evidence.small_updates import SmallUpdates
from whygrad.evidence.steps import OptimizerRun
from whygrad.finding import Finding, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.chains import shared_calls
from whygrad.source.patterns.functions import called_in, calls_of, definition_line, function_at
from whygrad.source.patterns.stores import stored_under
from whygrad.walk import breadth_first

LOOKS = 4  # inspected steps that tell a parameter that is never changed
TWICE = 2  # and one that is changed no more
FAR_BELOW = 1e-3  # of the largest learning rate
FELL_ASIDE = 0.1  # of the gradients that moved it: with smaller ones the training may have come to its end
USUAL_RATE = 1e-3  # with which gradients of a usual size change every parameter
ROUNDING = 1e-6  # gradients of this size may be what is left where others cancel out
COMPARABLE = 1e-3  # of the gradients of those that move
FEW_FUNCTIONS = 8  # that a step calls, one through the other
LAYERS = 3  # parameters, of more than one layer
FADED = 1e5  # times smaller than the gradients of later layers
GENTLE = 100.0  # from one parameter to the one with the next larger gradient: a cliff has another reason
COPYING = ("contiguous", "reshape", "flatten", "ravel")  # where they have to
MANY = 16  # steps that tell that a run hardly changes anything
SOME = 4  # inspected steps at either end, by whose losses it is told whether it learns
RISING = 1.01
IMPROVED = 0.05  # of the loss
ALL_OF_THEM = 1e-4  # of the values, the updates of a run together
USUAL_UPDATE = 1e-5  # of the values
ALIKE = 150.0  # times the gradient: with momentum
HALVES = ("float16", "bfloat16")
SMALL = {
    "clipped": "raise the limit, for example to 1.0",
    "scaled": "raise the factor, or the learning rate by as much",
    "slow": "raise the learning rate",
}
MOST_OF_THEM = 0.75  # of the elements that have a gradient
GETS_A_VALUE = re.compile(r"\.step\(\s*[^)\s]")  # a schedule that decides by it, as ReduceLROnPlateau does
FAR = 8  # distances between neighbouring values of half precision, which a run's updates would have gone


class VanishingUpdate(SilentCause):
    name = "vanishing-update"
    kind = QueryKind.TRAINING
    also = "also unchanged"
    inferred = "whygrad observed this at the steps of the run; the line is inferred from the source"
    # Those know the line of the program's own step, or why the gradients are so small.
    yields_to = ("step-without-effect", "clipping-order", "ignored-learning-rate", "scaler-order")

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        found = list(self._standing_still(graph))
        told = {finding.chain for finding in found if finding.severity == "warning"}
        for rounded in graph.evidence(RoundedUpdates):
            enough = rounded.looks >= LOOKS and rounded.share >= MOST_OF_THEM and not rounded.rising
            if enough and rounded.made not in told:
                told.add(rounded.made)
                facts = {"dtype": rounded.dtype, "rate": rounded.rate, "looks": rounded.looks, "share": rounded.share}
                facts |= {"how": "rounded", "cast": bool(rounded.cast), "names": rounded.names}
                found.append(self.finding("warning", rounded.cast or rounded.made, (), **facts))
        found += [f for seen in graph.evidence(SmallUpdates) if seen.made not in told for f in self._small(graph, seen)]
        stuck = [f for seen in graph.evidence(StuckUpdates) if seen.made not in told for f in self._stuck(seen)]
        known = {name for finding in stuck for name in finding.lost}
        yield from (f for f in found if f.severity == "warning" or known.isdisjoint(f.lost))
        yield from stuck

    def _stuck(self, seen: StuckUpdates) -> Iterator[Finding]:
        """Some parameters alone, where the updates of the run would have taken them far; by the line that cast them."""
        far = [each for each in seen.stuck if each.looks >= LOOKS and each.lost >= FAR]
        for cast, dtype in dict.fromkeys((each.cast, each.dtype) for each in far):
            own = [each for each in far if (each.cast, each.dtype) == (cast, dtype)]
            facts = {"how": "stuck", "dtype": dtype, "rate": max(each.rate for each in own)}
            facts["looks"] = min(each.looks for each in own)
            born = () if cast else _born_together(own, seen.made)
            facts |= {"cast": bool(cast), "born": bool(born)}
            yield self.finding("warning", cast or born or seen.made, [each.name for each in own], **facts)

    def _small(self, graph: UncutGraph, seen: SmallUpdates) -> Iterator[Finding]:
        """Updates of less than a millionth, where one line alone makes them so small."""
        runs = [run for run in graph.evidence(OptimizerRun) if run.made == seen.made]
        site = _made_small(seen)
        if site is None or any(run.shared or run.by_hand for run in runs):
            return
        how, chain = site
        facts = {"how": how, "largest": seen.largest, "rate": max(seen.rates), "looks": seen.looks}
        facts |= {"limit": seen.clip[0], "factor": seen.factor, "steps": seen.steps}
        yield self.finding("warning", chain, seen.names, Wording("also almost unchanged"), **facts)

    def _standing_still(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(StillUpdates):
            if seen.by_hand:
                continue  # somebody else changes the parameters
            chain, by_hand = _lowering(graph, seen)
            how = {"by_hand": by_hand, "watches": bool(chain and GETS_A_VALUE.search(graph.text(chain[-1])))}
            decayed = [u for u in seen.updates if _is_decayed(u, seen.steps) and (u.rate or not by_hand)]
            if decayed and chain:
                facts = {"how": "rate", "since": decayed[0].since, "rate": decayed[0].rate}
                facts |= {"most": decayed[0].most_rate, "steps": seen.steps, "decay": seen.decay, **how}
                yield self.finding("warning", chain, _names(decayed), Wording(inferred=by_hand), **facts)
            elif seen.low_since and 2 * seen.low_since <= seen.steps and chain:
                facts = {"how": "low", "since": seen.low_since, "rate": seen.rates[1]}
                facts |= {"decay": seen.decay, **how}
                facts |= {"most": seen.rates[0], "steps": seen.steps}
                yield self.finding("warning", chain, (), Wording(inferred=by_hand), **facts)
            elif copied := _in_copies(seen):
                chain, inferred = _copying(graph, seen)
                wording = Wording(inferred=inferred)
                yield self.finding("warning", chain, _names(copied), wording, how="copy", looks=copied[0].looks)
            elif (still := _too_small(seen)) and not seen.own_step:
                facts = {"how": "small", "dtype": still[0].dtype, "rate": still[0].rate, "looks": still[0].looks}
                facts["gradient"] = still[0].gradient
                severity = "note" if _is_known_of_halves(still, seen) else "warning"
                yield self.finding(severity, seen.made, _names(still), **facts)
            elif (faded := _faded(seen)) and not seen.own_step:
                facts = {"how": "faded", "looks": min(u.looks for u in faded)}
                facts["gradient"] = min(u.gradient for u in faded)
                yield self.finding("warning", _where_made(graph, seen), _names(faded), **facts)

    def subject(self, finding: Finding) -> str:
        some = len(finding.lost) > 1
        if finding.facts["how"] == "low":
            return f"the learning rate is close to 0 in most of the {finding.facts['steps']} steps"
        if finding.facts["how"] == "rate":
            return f"{counted(finding.lost)} no longer {'change' if some else 'changes'}"
        if finding.facts["how"] in SMALL:
            return f"{counted(finding.lost, 'every parameter')} {'hardly change' if some else 'hardly changes'}"
        if finding.facts["how"] == "rounded":
            names, share = finding.facts["names"], f"{finding.facts['share']:.0%}"
            losing = f"lose {share} of their" if len(names) > 1 else f"loses {share} of its"
            return f"{counted(names)} {losing} updates"
        return f"{counted(finding.lost)} never {'change' if some else 'changes'}"

    def clause(self, finding: Finding) -> str:
        how = finding.facts["how"]
        if how in ("rate", "low"):
            now, most = f"{finding.facts['rate']:.1g}", f"{finding.facts['most']:.1g}"
            fell = f"fell from {most} to {now}"
            return (
                f"it {fell}" if how == "low" else f"the learning rate {fell}, and steps no longer change a single bit"
            )
        if how == "copy":
            return "gradients arrive, but `step()` does not change parameters that are not contiguous in memory"
        if how in SMALL:
            return f"no update was larger than {finding.facts['largest']:.0e} of the values"
        if how == "faded":
            return f"gradients shrink from layer to layer, to about {finding.facts['gradient']:.0e} per element"
        if how == "rounded":
            return f"each is too small to change a value of `{finding.facts['dtype']}`"
        return f"each update is too small to change a value of `{finding.facts['dtype']}`"

    def label(self, finding: Finding) -> str:
        how = finding.facts["how"]
        if decay := finding.facts.get("decay"):
            return f"multiplies the learning rate by {decay.factor:g}"
        if how in ("rate", "low"):
            return "lowers the learning rate"
        if how == "copy":
            return (
                "may create a copy, which is never written back"
                if finding.evidence == "inferred"
                else "leaves some unchanged"
            )
        if how == "clipped":
            return f"scales the gradients down to a norm of {finding.facts['limit']:g}"
        if how == "scaled":
            return f"multiplies the loss by {finding.facts['factor']:g}"
        if how in ("rounded", "stuck") and finding.facts["cast"]:
            return f"stores the parameters in `{finding.facts['dtype']}`"
        if how == "faded":
            return "creates the first layers, which almost no gradient reaches"
        if finding.facts.get("born"):
            return f"creates the parameters in `{finding.facts['dtype']}`"
        return f"steps with a learning rate of {finding.facts['rate']:g}"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["how"] == "low":
            return (f"from step {finding.facts['since']} on it was less than a millionth of its largest value",)
        if finding.facts["how"] == "rate":
            since, steps = finding.facts["since"], finding.facts["steps"]
            return (
                f"this happened at all inspected steps from step {since} of {steps} on, "
                "with gradients as large as before",
            )
        if finding.facts["how"] == "rounded":
            looks, rate = finding.facts["looks"], f"{finding.facts['rate']:g}"
            return (f"whygrad counted this at {looks} inspected steps, with a learning rate of up to {rate}",)
        if finding.facts["how"] in SMALL:
            looks, steps = finding.facts["looks"], finding.facts["steps"]
            return (f"whygrad measured this at {looks} of {steps} steps, and the loss did not improve",)
        return (f"this happened at all {finding.facts['looks']} inspected steps",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        how = finding.facts["how"]
        if decay := finding.facts.get("decay"):
            return (f"pass a `{decay.name}` between 0.1 and 1; 1 keeps the learning rate as it is",)
        if how in ("rate", "low"):
            return (_slower(finding),)
        if how in SMALL:
            return (SMALL[how],)
        if how == "copy":
            return ("write to the parameter itself: `contiguous()`, `reshape` and `flatten` may create a copy",)
        if how == "faded":
            return (
                "use an activation that does not saturate, such as `ReLU`, add normalisation or skip connections, or "
                "start with larger weights",
            )
        if finding.facts["dtype"] in HALVES:
            return ("keep the parameters in `float32` and compute under `torch.autocast`, or raise the learning rate",)
        if finding.facts["rate"] >= USUAL_RATE and finding.facts["gradient"] < ROUNDING:
            size = f"{finding.facts['gradient']:.0e}"
            return (f"find out why the gradients are so small, about {size} per element; or raise the learning rate",)
        return ("raise the learning rate",)


def _slower(finding: Finding) -> str:
    if finding.facts["by_hand"]:
        return "lower the learning rate less often, such as once per epoch, or keep it above a smallest value"
    if finding.facts["watches"]:
        return "check the value that the schedule gets and its `mode`, step it once per epoch, or set `min_lr`"
    return "step the schedule once per epoch, or create it for the number of batches"


def _made_small(seen: SmallUpdates) -> tuple[str, Chain] | None:
    """What makes the updates of a whole run small, and where; nothing where a usual size would not make them larger."""
    rises = max(seen.rates) > RISING * seen.rates[0]
    first, last = (sum(losses) / SOME for losses in (seen.losses[:SOME], seen.losses[-SOME:]))
    size = max(abs(first), max(seen.losses[:SOME]) - min(seen.losses[:SOME]))
    improves = not first - last <= IMPROVED * size
    if seen.steps < MANY or seen.looks <= MANY / 2 or seen.largest * seen.steps > ALL_OF_THEM or rises or improves:
        return None
    follows_gradient = 1 / ALIKE < seen.per_gradient[0] <= seen.per_gradient[1] < ALIKE  # torch's Adam does not
    shares = [(max(seen.rates) / USUAL_RATE, "slow", seen.made)]
    if follows_gradient:
        shares += [(seen.clip[1], "clipped", seen.clipped), (seen.factor, "scaled", seen.scaled)]
    share, how, chain = min(shares, key=lambda each: each[0])
    return (how, chain) if chain and seen.largest / share >= USUAL_UPDATE else None


def _born_together(stuck: list[StuckParameter], made: Chain) -> Chain:
    """The line under which all of them were made, where it leads to nothing else that the optimizer needs."""
    first, *others = [each.born for each in stuck]
    length = min((shared_calls(first, other) for other in others), default=len(first))
    return first[:length] if length > shared_calls(first, made) else ()


def _is_decayed(update: StillUpdate, steps: int) -> bool:
    """Has the learning rate fallen so far that half of the run was without effect, while gradients came?"""
    fell = update.rate < FAR_BELOW * update.most_rate
    came = update.gradient >= FELL_ASIDE * update.gradient_before
    return fell and came and bool(update.moved) and update.streak >= TWICE and 2 * update.since <= steps


def _in_copies(seen: StillUpdates) -> list[StillUpdate]:
    """What never moves, where that is exactly what does not lie in memory in one piece, and all else moves."""
    still = [u for u in seen.updates if not u.moved and u.looks >= LOOKS and u.rate > 0]
    moving = [u for u in seen.updates if u.moved]
    is_it = bool(still) and bool(moving) and all(u.dense for u in moving) and not any(u.dense for u in still)
    return still if is_it else []


def _lowering(graph: UncutGraph, seen: StillUpdates) -> tuple[Chain, bool]:
    """Where the learning rate is lowered: by a scheduler; else by hand, where the source has one such place.

    Of a scheduler whose first decay leaves nothing, the line that made it is wrong, not its steps.
    """
    if seen.scheduled and seen.decay is not None and seen.decay.built:
        return seen.decay.built, False
    written = [] if seen.scheduled else stored_under("lr", graph.recording.sources, graph.sources)
    return ((written[0],), True) if len(written) == 1 else (seen.scheduled, False)


def _too_small(seen: StillUpdates) -> list[StillUpdate]:
    """What is never changed, at a learning rate that is not on its way up, and with gradients like those of others.

    Beside others, a gradient that is nothing but a rounding error (of a bias before a batch norm) need move nothing.
    """
    still = [u for u in seen.updates if not u.moved and u.looks >= LOOKS and u.rate > 0 and not u.warming]
    if len(still) == len(seen.updates):
        return still
    others = max((u.gradient_before for u in seen.updates if u.moved), default=0.0)
    return [u for u in still if u.gradient >= COMPARABLE * others]


def _faded(seen: StillUpdates) -> list[StillUpdate]:
    """The first layers, where gradients have become smaller from one layer to the one before it.

    A gradient that is a rounding error, as of a bias before a batch norm, lies far below all others.
    """
    still = [u for u in seen.updates if not u.moved]
    sizes = [u.gradient_before if u.moved else u.gradient for u in seen.updates]
    if seen.steps < MANY or len(still) < LAYERS or seen.updates[0].moved:
        return []
    if any(u.dtype in HALVES or u.warming for u in still):
        return []
    if any(u.looks < 2 * LOOKS or u.rate < USUAL_RATE for u in still) or max(sizes) < FADED * min(sizes):
        return []
    if any(larger > GENTLE * smaller for smaller, larger in pairwise(sorted(sizes))):
        return []
    later = seen.updates[sizes.index(max(sizes)) :]  # what is nearest to the loss
    return [] if any(not u.moved for u in later) else still


def _where_made(graph: UncutGraph, seen: StillUpdates) -> Chain:
    """The first of these layers, as the program made it."""
    born = [each.born[0] for each in graph.evidence(FirstParameters) if each.made == seen.made and each.born[0]]
    return born[0] if born else seen.made


def _is_known_of_halves(still: list[StillUpdate], seen: StillUpdates) -> bool:
    """A few gains of 1 that stand still in half precision are what many live with; most of the parameters are not."""
    return all(u.dtype in HALVES for u in still) and 2 * len(still) < len(seen.updates)


def _names(updates: list[StillUpdate]) -> list[str]:
    return [update.name for update in updates if update.name]


def _copying(graph: UncutGraph, seen: StillUpdates) -> tuple[Chain, bool]:
    """Where the program's own step makes a copy of such a parameter, as the source has it; else the optimizer.

    The step itself may leave that to functions of the same file.
    """
    step = function_at(seen.own_step[-1], graph.sources) if seen.own_step else None
    if step is None:
        return seen.own_step or seen.made, False
    file = seen.own_step[-1].file
    for function in islice(breadth_first((step,), lambda at: called_in(at, file, graph.sources)), FEW_FUNCTIONS):
        calls = [place for name in COPYING for place in calls_of(function, name, file, graph.sources)]
        calls = [place for place in calls if "grad" not in graph.text(place)]
        if calls:
            return (min(calls, key=lambda place: place.line),), True
    return (definition_line(step, file),), False
