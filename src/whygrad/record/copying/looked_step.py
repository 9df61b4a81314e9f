"""One step of an optimizer as a look finds it, copied out while everything is alive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from itertools import chain, islice
from types import FrameType

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.holdings import RenewedLeaf
from whygrad.evidence.modules import StrayLeaf
from whygrad.evidence.passes import UnusedScalar
from whygrad.evidence.steps import HoldingOptimizer, OrphanedParameter, SiblingOptimizers
from whygrad.evidence.tensors import OverlappingParameters, UnseenWrite
from whygrad.evidence.values import BrokenGradients, LargestWeight, NormalisedAlone, StarvingLeaf, ZeroedStep
from whygrad.record.copying.holders import (
    copied_strays,
    held_twice,
    late_leaves,
    random_strays,
    twins_of,
    untouched_strays,
)
from whygrad.record.copying.intent import evidence_of_intent, lookalike_flags
from whygrad.record.copying.kept_results import kept_results, results_among
from whygrad.record.copying.look import Look, Passing
from whygrad.record.copying.module_owners import Owners, leaves_behind
from whygrad.record.copying.snapshot import Copy, Snapshot
from whygrad.record.copying.zero_values import zero_values
from whygrad.record.live.bounded import MANY_ORIGINS
from whygrad.record.live.origin import PARAMETER, Origin, behind, made_at
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.no_history import nonfinite_values
from whygrad.record.questions.spots import spots_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, is_exactly
from whygrad.record.seam.holdings import entries_of, groups_of, parameters_of, params_of
from whygrad.record.seam.many_values import all_of_them_finite, largest_of
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.history import History, Learner
from whygrad.record.watchers.modules.frozen_parameters import frozen_against_intent
from whygrad.record.watchers.modules.left_copies import LeftCopies
from whygrad.record.watchers.modules.shared_parameters import overlapping
from whygrad.record.watchers.processes.sharded_parameters import FlatPart
from whygrad.record.watchers.tensors.unread_copies import UnreadCopies
from whygrad.recording import Query, QueryKind
from whygrad.walk import breadth_first


class LookedStep:
    """What is known of an optimizer's parameters, of the passes, and of what else got a gradient in them.

    It holds tensors, and lives no longer than the look is taken.
    """

    def __init__(
        self,
        recorder: Recorder,
        history: History,
        passes: list[Origin],
        starving: list[Learner],
        broken: list[Learner],
        parts: list[FlatPart],
        frame: FrameType,
    ) -> None:
        self._recorder, self._history, self._passes, self._frame = recorder, history, passes, frame
        self._starving, self._broken, self._parts = starving, broken, parts
        self._snapshot = Snapshot(recorder, spots_of(frame))
        self._name_learners()
        self._owners = Owners(self._snapshot.search)
        self._held = {id(p) for o in recorder.run.optimizers for p in parameters_of(o)}
        self._tensors = {id(ref.origin): t for ref in recorder.origins.refs() if (t := ref()) is not None}
        leaves = [(o, self._tensors.get(id(o))) for o in leaves_behind(passes)]
        self._strays = [(o, t) for o, t in leaves if t is not None and id(t) not in self._held]
        self._frozen = frozen_against_intent(recorder, history, self._owners)
        self._known = [k for k in starving if (t := k.ref()) is not None and self._is_known(t)]
        self._hungry = self._hungry_leaves()
        self._unused = _unused(recorder.probe.scalars, passes, self._hungry) if self._hungry else []

    def look(self) -> Look:
        recorder, history, passing = self._recorder, self._history, Passing()
        read = recorder.training.readings is not None and history is recorder.training.readings.history
        query = Query(QueryKind.SILENT, (), (), self._snapshot.chain_of_frames(), read=read)
        seen = partial(self._evidence, passing)
        graph = self._snapshot.note(query, self._passes, self._hungry, evidence=seen, besides=self._besides())
        for learner in (*self._starving, *self._broken):
            passing.asked(learner.origin, learner.has_no_gradient)
        for part in self._parts:
            passing.asked(part.origin, part.starves)
        return Look(graph, history, passing)

    def _name_learners(self) -> None:
        learners = self._history.learners.values()
        for learner in learners:
            learner.name = self._snapshot.names.get(id(learner.ref()), learner.name)
        self._history.names = [k.name for k in learners if k.name]

    def _is_known(self, tensor: torch.Tensor) -> bool:
        """Does a module have it, or a variable of the running program that is not an optimizer's own group?"""
        search = self._snapshot.search
        if self._owners.owns(tensor):
            return True
        is_named = id(tensor) in search.names and id(tensor) not in search.only_in_groups
        return is_named and id(tensor) not in self._replaced

    @cached_property
    def _replaced(self) -> set[int]:
        """Parameters from whose values a new one was made that a module has in their place: a list still has them."""
        new = [origin for origin, tensor in self._strays if origin.flags & PARAMETER and self._owners.owns(tensor)]
        return {id(k.ref()) for k in self._learners_behind(new)}

    @cached_property
    def _carried_on(self) -> list[Learner]:
        """Parameters in whose place a module has a new one, made from their values, that no pass is to train.

        So the program itself moves them, as it does the average that a codebook follows. A shard is put together by
        its wrapper, and is still what learns.
        """
        trained = self._held | {id(tensor) for _, tensor in self._strays}
        owned = (t for each in self._owners.parameters() for t in each if id(t) not in trained)
        new = [o for t in owned if (o := self._recorder.origins.get(t)) is not None and o.flags & PARAMETER]
        whole = [k for k in self._learners_behind(new) if is_exactly(k.ref(), torch.nn.Parameter, torch.Tensor)]
        return [k for k in whole if (t := k.ref()) is not None and not self._owners.owns(t)]

    def _learners_behind(self, new: list[Origin]) -> list[Learner]:
        before = set(map(id, islice(breadth_first(new, _made_from), MANY_ORIGINS)))
        learners = self._history.learners.values()
        return [k for k in learners if k.origin.flags & PARAMETER and id(k.origin) in before]

    def _hungry_leaves(self) -> list[Origin]:
        """Those whose gradient is missing, and frozen ones that the optimizer was given by choice."""
        replaced = any(self._owners.owns(t) for _, t in self._strays)  # then what is unknown starves for that
        lacking = [k for k in self._starving if (not k.got or k.lies_in_another()) and k not in self._carried_on]
        hungry = [k.origin for k in lacking if k in self._known or not replaced]
        hungry += [part.origin for part in self._parts]
        flagged = {i for flag in self._owners.flags for i in flag.against}
        frozen = [k for k in self._history.learners.values() if self._is_frozen_choice(k)]
        return hungry + [k.origin for k in frozen if id(k.ref()) not in flagged]

    def _is_frozen_choice(self, learner: Learner) -> bool:
        """Frozen, and held by an optimizer that was not simply given all of the model's parameters."""
        tensor = learner.ref()
        if tensor is None or torch_api.requires_grad(tensor) or not self._owners.owns(tensor):
            return False
        return not self._owners.wholly_held(tensor, self._held)

    def _besides(self) -> list[Origin]:
        """What is copied beside the passes and what is asked for."""
        probe = self._recorder.probe
        births = [*(b for zeros in probe.zeros.values() for b in zeros), *probe.nonfinite]
        return [
            *(b.origin for b in births if b.origin is not None),
            *(k.origin for k in (*self._starving, *self._broken)),
            *(f.origin for f in self._frozen),
            *self._unused,
            # Who gets a gradient by other passes, and never at a step, may be meant to learn by what those led to.
            *(self._recorder.run.roots if any(k.arrived for k in self._starving) else ()),
        ]

    def _evidence(self, passing: Passing, copy: Copy) -> Iterator[Evidence]:
        recorder, history, owners = self._recorder, self._history, self._owners
        yield from nonfinite_values(recorder.probe, copy)
        yield from self._of_optimizer(copy)
        yield from self._of_gradients(passing, copy)
        yield from self._stray_leaves(passing, copy)
        yield from self._renewed_leaves(copy)
        yield from late_leaves([origin for origin, _ in self._strays], history, passing, copy)
        if self._strays:
            yield from copied_strays(self._strays, recorder.watching.one(LeftCopies), copy)
            yield from random_strays(self._strays, owners, recorder.training.followed, passing, copy)
            yield from twins_of(history, recorder.training.followed, passing, copy)
            yield from held_twice(recorder.training.followed, copy)
        for frozen in self._frozen:
            yield passing.seen(frozen.copied(copy), frozen.still)
        yield from evidence_of_intent(recorder, history, owners, copy)
        yield from lookalike_flags(owners, self._held, self._snapshot.names, recorder.stack.ownership)
        yield from kept_results(results_among(recorder, owners.hidden), copy)
        yield from recorder.watching.one(UnreadCopies).among(self._passes, passing, copy)
        yield from _unseen_writes(recorder, copy)
        yield from _separated_parameters(recorder, copy)
        for one, other in overlapping(list(history.parameters())):
            at = copy.at(recorder.origin_of(other, self._frame))
            yield OverlappingParameters((copy.name(one), copy.name(other)), at)

    def _of_optimizer(self, copy: Copy) -> Iterator[Evidence]:
        history = self._history
        yield HoldingOptimizer(copy.chain(history.frames), _groups(history))
        alike = (h for h in self._recorder.training.followed if h is not history and h.frames == history.frames)
        if siblings := sum(bool(h.reached) for h in alike):
            yield SiblingOptimizers(siblings)
        for learner in history.learners.values():
            tensor = learner.ref()
            if tensor is not None and not self._is_known(tensor):
                yield OrphanedParameter(copy.chain(made_at(learner.origin)))

    def _of_gradients(self, passing: Passing, copy: Copy) -> Iterator[Evidence]:
        """What is missing, zero or broken, and what will always be zero."""
        probe = self._recorder.probe
        for learner in self._starving:
            births = probe.zeros.get(id(learner.ref()), ())
            starving = starving_leaf(learner, learner in self._known, births, copy)
            yield passing.seen(starving, learner.has_only_zeros)
        yield from zero_values(chain.from_iterable(probe.zeros.values()), self._tensors, copy)
        if self._broken:
            finite = all_of_them_finite(list(self._history.parameters()))
            yield BrokenGradients(copy.all_at(k.origin for k in self._broken), finite)
            yield LargestWeight(largest_of(t for k in self._broken if (t := k.ref()) is not None))
        for origin in probe.of_one.found():
            if (at := copy.at(origin)) is not None:
                yield passing.seen(NormalisedAlone(at), partial(probe.of_one.holds, origin.frames))
        yield from map(UnusedScalar, copy.all_at(self._unused))

    def _renewed_leaves(self, copy: Copy) -> Iterator[RenewedLeaf]:
        """What a step makes for itself, where nothing that its optimizer holds ever had a gradient."""
        clock = self._history.progress.clock if len(self._starving) == len(self._history.learners) else 0
        renewed = [o for o, _ in self._strays if clock and o.clock >= clock and not o.flags & PARAMETER]
        yield from map(RenewedLeaf, copy.all_at(renewed))

    def _stray_leaves(self, passing: Passing, copy: Copy) -> Iterator[StrayLeaf]:
        still = untouched_strays(self._strays, self._history)
        for origin, tensor in self._strays:
            extra = origin.extra or {}
            stray = StrayLeaf(
                leaf=copy.at(origin),
                born=extra.get("born", 0) > self._history.passes_at_start,
                written=bool(extra.get("written")),
                unfrozen=copy.chain(extra.get("unfrozen", ())),
                owner=self._owners.of(tensor, self._held),
            )
            yield passing.seen(stray, still[id(origin)])


def _made_from(origin: Origin) -> tuple[Origin, ...]:
    """What it was computed from; what a leaf was updated with has not made it."""
    return () if (origin.extra or {}).get("updated") else origin.parents


def _unused(scalars: Iterable[Origin], passes: list[Origin], hungry: list[Origin]) -> list[Origin]:
    """Of this step's scalars those that no pass used and that depend on a hungry leaf, the outermost of each."""
    used, starving = behind(passes), {id(o) for o in hungry}
    unused = [o for o in scalars if id(o) not in used]
    inner = behind(unused)
    return [o for o in unused if id(o) not in inner and any(id(leaf) in starving for leaf in leaves_behind([o]))]


def _groups(history: History) -> tuple[int, ...]:
    """How many parameters each of the optimizer's groups holds."""
    optimizer = history.optimizer()
    return tuple(len(params_of(group)) for group in groups_of(optimizer)) if optimizer is not None else ()


def starving_leaf(learner: Learner, known: bool, births: Iterable[Birth], copy: Copy) -> StarvingLeaf:
    tensor = learner.ref()
    return StarvingLeaf(
        leaf=copy.at(learner.origin),
        got=learner.got,
        known=known,
        all_zero=tensor is not None and not torch_api.any_nonzero(tensor),
        births=tuple(
            ZeroedStep(
                at=copy.at(origin) if (origin := learner.origin if b.at_leaf else b.origin) is not None else None,
                node=b.node,
                number=b.number,
                input=b.index[0],
                zero_factor=b.zero_factor,
                dtype=b.dtype,
                cancelled=b.cancelled,
            )
            for b in births
        ),
    )


def _unseen_writes(recorder: Recorder, copy: Copy) -> Iterator[UnseenWrite]:
    for ref, frames, before, op, clock in recorder.watching.tensors.untracked.writes:
        origin = ref()
        at = copy.at(origin) if origin is not None else None
        if at is not None and before < recorder.run.passes:
            yield UnseenWrite(at, op, clock, before, copy.chain(frames))


def _separated_parameters(recorder: Recorder, copy: Copy) -> Iterator[Evidence]:
    def name_in(module: torch.nn.Module, name: str) -> str:
        parameter = dict(entries_of(module, "_parameters")).get(name)
        return (copy.name(parameter) if is_a(parameter, torch.Tensor) else "") or name

    for tie in recorder.watching.modules.shared_parameters.broken:
        module, other = tie.module(), tie.other()
        if tie.still() and module is not None and other is not None:
            names = name_in(module, tie.name), name_in(other, tie.its_name)
            yield tie.kind(names, copy.chain(tie.frames))
