"""Losses that grow with the log-probability of given targets, while an optimizer makes them smaller.

Followed at inspected passes. A pass of another kind for the same parameters excuses them: who trains a model to forget,
or an adversary, has trained it before, or trains it besides. So does an optimizer that maximises, and a gradient that
the program turns round before the step.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.evidence.terms import LoweredLikelihood
from whygrad.ops import spelling
from whygrad.record.events import PassBegan, PassEnded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT, SOME_KEPT, SOME_ORIGINS, Bounded
from whygrad.record.live.origin import PARAMETER, REQUIRES_GRAD, Frames, Origin, file_of, learning_parents, parents_of
from whygrad.record.live.weak_tables import WeakThings
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, module_of_class
from whygrad.record.seam.holdings import groups_of
from whygrad.record.seam.nodes import function_of_node, gradient_of, leaf_of, node_of
from whygrad.record.seam.torch_aside import is_torchs_file
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.probe import find_operations
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.terms.likelihoods import Likelihood, likelihood_in
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

NEAR = 64  # nodes between a logarithm and the nearest parameter
DISTRIBUTIONS = "distributions"
SIDES = 2
INSIDE = 16  # operations of a distribution between the score and the value


@dataclass
class _Lowered:
    logarithm: Frames
    by: str
    optimizer: Frames
    steps: int = 0
    is_excused: bool = False


@dataclass(eq=False)
class _Pass:
    """One of the latest step; without a site where it does not lower a likelihood."""

    site: Frames = ()
    logarithm: Frames = ()
    by: str = ""
    leaf: weakref.ref[torch.Tensor] | None = None  # the parameter nearest to the logarithm
    gradient: torch.Tensor | None = None  # a few elements of its gradient after the pass


class LoweredLikelihoods(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Lowered] = Bounded(FEW_KEPT)
        self._passes: list[_Pass] = []  # inspected ones that no step has used yet
        self._otherwise: WeakThings[torch.Tensor] = WeakThings()  # parameters that steps have trained by other losses

    def of_run(self, copy: Copy) -> Iterator[LoweredLikelihood]:
        for site, seen in self._found.items():
            if not seen.is_excused and seen.steps:
                logarithm, optimizer = copy.chain(seen.logarithm), copy.chain(seen.optimizer)
                yield LoweredLikelihood(copy.chain(site), logarithm, seen.by, optimizer, seen.steps)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or len(self._passes) >= SOME_KEPT or not torch_api.values_may_be_read():
            return
        roots = [node for tensor in event.tensors if is_a(tensor, torch.Tensor) and (node := node_of(tensor))]
        self._passes.append(_Pass())
        if len(roots) != 1 or len(event.tensors) != 1:
            return
        made = {origin.clock - 1: origin for origin in event.graph.learning if _is_score(origin)}
        with torch_api.unseen():
            found = likelihood_in(
                roots[0], self.recorder.probe.hooked_saves.has, lambda node: node._sequence_nr() in made
            )
            if found is not None:
                self._note(found, roots[0], event.known)

    def _note(self, found: Likelihood, root: Node, known: list[Origin]) -> None:
        first = found.logarithms[0]
        births = [Birth("log", True, number=node._sequence_nr()) for node in (found.reduced or root, first.node)]
        picked = [
            Birth("log", True, number=(one.node if one.is_score else one.chosen or one.node)._sequence_nr())
            for one in found.logarithms
        ]
        find_operations([*births, *picked], known)
        site, logarithm = (birth.origin for birth in births)
        leaf = _nearest_leaf(first.node)
        if site is None or logarithm is None or leaf is None or _has_frozen_layer(logarithm):
            return
        for one, birth in zip(found.logarithms, picked, strict=True):
            if birth.origin is None or not _has_given_target(birth.origin, one.is_score):
                return
        by = spelling(torch_api.name_of(logarithm.op)) if not first.is_score else "log_prob"
        self._passes[-1] = _Pass(site.frames, logarithm.frames, by, weakref.ref(leaf))

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        for lowering in self._passes:
            leaf = lowering.leaf() if lowering.leaf is not None else None
            if leaf is not None and (gradient := gradient_of(leaf)) is not None:
                with torch_api.unseen():
                    lowering.gradient = torch_api.sample(gradient).clone()

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        passes, self._passes = self._passes, []
        if not passes:
            return
        lowering = [one for one in passes if one.site]
        if len(lowering) == len(passes) and all(self._is_lowered(one, event) for one in lowering):
            for one in lowering:
                made = event.history.frames
                self._found.setdefault(one.site, _Lowered(one.logarithm, one.by, made)).steps += 1
            return
        for one in lowering:
            self._found.setdefault(one.site, _Lowered(one.logarithm, one.by, ())).is_excused = True
        self._otherwise.update(event.history.parameters())

    def _is_lowered(self, one: _Pass, event: StepBegan) -> bool:
        """Does the step make the likelihood smaller, by a parameter that nothing else trains?"""
        leaf = one.leaf() if one.leaf is not None else None
        if leaf is None or id(leaf) not in event.history.learners or leaf in self._otherwise:
            return False
        if any(group.get("maximize") for group in groups_of(event.optimizer)):
            return False
        if not module_of_class(event.optimizer).startswith("torch.optim"):
            return False
        gradient = gradient_of(leaf)
        if event.is_over or gradient is None or one.gradient is None:
            return event.is_over
        with torch_api.unseen():
            return float((torch_api.sample(gradient) * one.gradient).sum()) > 0


def _is_score(origin: Origin) -> bool:
    """Was it computed inside the `log_prob` of a distribution of torch's?"""
    code, file = origin.frames[0] if origin.frames else None, file_of(origin.frames)
    return getattr(code, "co_name", "") == "log_prob" and DISTRIBUTIONS in file and is_torchs_file(file)


def _nearest_leaf(node: Node) -> torch.Tensor | None:
    """The first parameter behind a logarithm; None behind a Function of the program's, which may turn gradients."""

    def following(at: Node) -> Iterable[Node]:
        return [to for to, _ in at.next_functions if to is not None]

    for at in breadth_first((node,), following, NEAR):
        if function_of_node(at) is not None:
            return None
        if (leaf := leaf_of(at)) is not None:
            return leaf
    return None


def _has_given_target(origin: Origin, is_score: bool) -> bool:
    """Does something pick or weigh it that no parameter is behind?"""
    taken = origin
    if is_score:
        inside = breadth_first((origin,), learning_parents, INSIDE)
        taken = next((o for o in inside if _picks(o) or _is_apart(o)), origin)
    targets = [p for p in taken.parents if not _is_learnt(p)]
    behind = islice(breadth_first(targets, parents_of), SOME_ORIGINS)
    return bool(targets) and not any(o.flags & PARAMETER for o in behind)


def _picks(origin: Origin) -> bool:
    """Is the first value compared with one that is given, as in `gather` and in cross-entropies?"""
    name = torch_api.short_act_of(origin.op)
    return name in ("gather", "binary_cross_entropy_with_logits") and len(origin.parents) >= SIDES


def _is_apart(origin: Origin) -> bool:
    """Is it how far a given value is from one that learns?"""
    if torch_api.short_act_of(origin.op) != "sub":
        return False
    return len(origin.parents) == SIDES and not _is_learnt(origin.parents[0]) and _is_learnt(origin.parents[1])


def _has_frozen_layer(origin: Origin) -> bool:
    """Is the nearest parameter a frozen one? Then something before it is searched for, such as an input."""
    near = (at for at in breadth_first((origin,), parents_of, SOME_ORIGINS) if at.flags & PARAMETER)
    nearest = next(near, None)
    return nearest is not None and not _is_learnt(nearest)


def _is_learnt(origin: Origin) -> bool:
    return bool(origin.flags & REQUIRES_GRAD)
