"""A look at a step: what its optimizer's parameters got, copied out as a Recording while everything is alive.

A look decides nothing. It is kept until the run ends, because what starves at one step may get its gradient later.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import FrameType
from typing import Any

from whygrad.evidence import Evidence
from whygrad.evidence.steps import BackwardPasses
from whygrad.record.copying.intent import facts_of_intent, flag_fact
from whygrad.record.copying.module_owners import Owners, is_held, leaves_behind
from whygrad.record.copying.noted_graph import NotedGraph
from whygrad.record.copying.optimizer_runs import runs_of_optimizers
from whygrad.record.copying.order_of_events import order_of_events
from whygrad.record.copying.snapshot import Copy, Snapshot
from whygrad.record.live.origin import Origin, behind
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.failures import spots_of
from whygrad.record.questions.no_history import birth_facts, nonfinite_values
from whygrad.record.seam import torch_api
from whygrad.record.seam.holdings import entries_of, groups_of, parameters_of, params_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import ALL_OF_THE_FIRST, is_power_of_two
from whygrad.record.watchers.modules.frozen_parameters import frozen_against_intent
from whygrad.record.watchers.modules.shared_parameters import overlapping
from whygrad.record.watchers.steps.gradient_reads import Readings
from whygrad.record.watchers.steps.stopped_learning import Sleeping
from whygrad.recording import Query, QueryKind, Recording

Index = Callable[[Origin], int | None]


class Looks:
    """Takes looks and, at the end, tells what of them still holds."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        recorder.training.look = self.look
        recorder.readings = Readings(recorder, self.look)
        self._sleeping = Sleeping(recorder)

    def look(self, history: History, passes: list[Origin], frame: FrameType) -> None:
        """Copy out what may be wrong at this step; a step of which nothing is suspicious is copied rarely."""
        try:
            self._look(history, passes, frame)
        finally:
            self._recorder.probe.nonfinite = []

    def _look(self, history: History, passes: list[Origin], frame: FrameType) -> None:
        history.looks += 1
        self._recorder.growing.look(self._recorder.origins.refs(), history.steps, frame)
        if history.broken:
            return  # the first look that saw nan is the one to keep: after it everything is nan
        starving = [k for k in history.learners.values() if _requires_grad(k) and (not k.got or not k.nonzero)]
        broken = _broken(history)
        if broken:
            self._recorder.probe.suspect()
        ids = {id(k) for k in (*starving, *broken)}
        state, closely = self._state_of_model(history), self._recorder.probe.was_close
        known = ids == {id(k) for k in history.looked_for} and history.looked is not None and state == history.state
        if known and ids and closely and not history.looked_closely:
            known = False  # now it can be told where it arises
        if known and (history.number > 1 or not _is_power_of_four(history.looks)):
            return  # of those that one line makes the first is copied again
        if not ids and history.looked is not None and not known:
            history.changed_looks += 1
            if history.changed_looks > ALL_OF_THE_FIRST // 2 and not is_power_of_two(history.changed_looks):
                return  # a model that changes in every step, and all is well
        if not ids and history.looks < self._recorder.steady.first_copy:
            return
        if not ids and history.number > ALL_OF_THE_FIRST and not is_power_of_two(history.number):
            return  # others of its line were copied
        history.state, history.looked_closely = state, closely
        history.broken = bool(broken)
        history.looked_for = [*starving, *broken]
        history.looked = self.copy(history, passes, starving, broken, frame)

    def _state_of_model(self, history: History) -> tuple[Any, ...]:
        """What a change of the model changes: parameters that are new, frozen or unfrozen."""
        frozen = frozenset(i for i, k in history.learners.items() if not _requires_grad(k))
        return self._recorder.training.new_parameters, self._recorder.training.switched, frozen

    def copy(
        self,
        history: History,
        passes: list[Origin],
        starving: list[Learner],
        broken: list[Learner],
        frame: FrameType,
    ) -> NotedGraph:
        """What is known of these parameters, of the passes, and of what else got a gradient in them."""
        recorder = self._recorder
        snapshot = Snapshot(recorder, spots_of(frame))
        for learner in history.learners.values():
            learner.name = snapshot.names.get(id(learner.ref()), learner.name)
        history.names = [k.name for k in history.learners.values() if k.name]
        owners = Owners(snapshot.search)
        held = {id(p) for o in recorder.optimizers for p in parameters_of(o)}
        tensors = {id(ref.origin): t for ref in recorder.origins.refs() if (t := ref()) is not None}
        strays = [(o, t) for o in leaves_behind(passes) if (t := tensors.get(id(o))) is not None and id(t) not in held]
        history.strays = [o for o, _ in strays]
        history.frozen = frozen_against_intent(recorder, history, owners)
        of_one = recorder.probe.of_one.found()
        history.of_one = [o.frames for o in of_one]
        orphans = [k for k in history.learners.values() if _is_orphan(k, owners, snapshot)]

        def facts(index: Index) -> dict[str, Any]:
            return {
                "steps": history.steps,
                "optimizer": _places(snapshot, history.frames),
                "groups": _groups(history),
                "orphans": [_places(snapshot, k.origin.frames) for k in orphans],
                "starving": [_starving(k, k in known, recorder.probe.zeros, index) for k in starving],
                "broken": [index(k.origin) for k in broken],
                "weights_were_finite": torch_api.all_of_them_finite(list(history.parameters())),
                "strays": [
                    {
                        "leaf": index(o),
                        "born": (o.extra or {}).get("born", 0) > history.passes_at_start,
                        "written": bool((o.extra or {}).get("written")),
                        "unfrozen": _places(snapshot, (o.extra or {}).get("unfrozen", ())),
                        **owners.of(t, held),
                    }
                    for o, t in strays
                ],
                **facts_of_intent(recorder, history, owners, snapshot, index),
                "attributes": _non_leaves(owners, tensors, recorder, index),
                "untracked": [
                    {"at": at, "op": op, "clock": clock, "before": before, "chain": _places(snapshot, frames)}
                    for ref, frames, before, op, clock in recorder.untracked.writes
                    if (o := ref()) is not None and (at := index(o)) is not None and before < recorder.passes
                ],
                "of_one": [index(o) for o in of_one],
                "dropped": [i for o in dropped if (i := index(o)) is not None],
                "broken_ties": _broken_ties(recorder, snapshot),
                "overlaps": [
                    {
                        "names": [snapshot.names.get(id(t), "") for t in pair],
                        "at": index(recorder.origin_of(pair[1], frame)),
                    }
                    for pair in overlapping(list(history.parameters()))
                ],
                "flags": [flag_fact(f, held, snapshot, recorder) for f in owners.flags if f["ids"] & held],
            }

        known = [k for k in starving if (t := k.ref()) is not None and (owners.owns(t) or id(t) in snapshot.names)]
        replaced = any(owners.owns(t) for _, t in strays)  # then what is unknown was replaced, and starves for that
        hungry = [k.origin for k in starving if not k.got and (k in known or not replaced)]
        flagged = {i for f in owners.flags for i in f["ids"]}
        frozen = [k for k in history.learners.values() if _is_frozen_choice(k, owners, held)]
        hungry += [k.origin for k in frozen if id(k.ref()) not in flagged]
        more = [o for births in recorder.probe.zeros.values() for b in births if (o := b.origin) is not None]
        more += [o for b in recorder.probe.nonfinite if (o := b.origin) is not None]
        more += [k.origin for k in (*starving, *broken)]
        more += [f.origin for f in history.frozen]
        dropped = _dropped(recorder.probe.scalars, passes, {id(o) for o in hungry}) if hungry else []
        more += dropped
        read = recorder.readings is not None and history is recorder.readings.history
        query = Query(QueryKind.SILENT, (), (), snapshot.chain_of_frames(), read=read)
        nonfinite = partial(nonfinite_values, recorder.probe)
        return snapshot.note(query, passes, hungry, facts=facts, evidence=nonfinite, besides=more)

    def recordings(self) -> list[Recording]:
        """The latest look at each optimizer, without what got its gradient since."""
        if not (self._recorder.passes or self._recorder.training.histories):
            return []  # nothing was trained
        read = [self._recorder.readings.history] if self._recorder.readings is not None else []
        with torch_api.plain():  # a mode of the program's may still be in force
            histories = [*self._recorder.training.histories, *read]
            looked = [(h, h.looked.recording()) for h in histories if h.looked is not None]
            still = (_still_true(h, r, self._recorder) for h, r in looked)
            return [*still, *self._sleeping.recordings(), self._order()]

    def _order(self) -> Recording:
        """What the whole run tells of the order of passes, steps, clearings and clippings."""
        recorder = self._recorder
        snapshot = Snapshot(recorder, [])
        leaves = [o for watcher in recorder.watchers for o in watcher.needs()]
        return snapshot.take(QueryKind.TRAINING, [], evidence=partial(_of_run, recorder), besides=leaves)


def _of_run(recorder: Recorder, copy: Copy) -> Iterator[Evidence]:
    yield BackwardPasses(recorder.passes)
    yield from runs_of_optimizers(recorder.training.histories, copy)
    yield from order_of_events(recorder, copy)
    for watcher in recorder.watchers:
        yield from watcher.of_run(copy)


def _dropped(scalars: Iterable[Origin], passes: list[Origin], hungry: set[int]) -> list[Origin]:
    """Of this step's scalars those that no pass used and that depend on a starving leaf, the outermost of each."""
    used = behind(passes)
    unused = [o for o in scalars if id(o) not in used]
    inner = behind(unused)
    return [o for o in unused if id(o) not in inner and any(id(leaf) in hungry for leaf in leaves_behind([o]))]


def _broken_ties(recorder: Recorder, snapshot: Snapshot) -> list[dict[str, Any]]:
    found = []
    for tie in recorder.tying.broken:
        module, other = tie.module(), tie.other()
        if tie.still() and module is not None and other is not None:
            names = [
                snapshot.names.get(id(dict(entries_of(m, "_parameters")).get(n)), n)
                for m, n in ((module, tie.name), (other, tie.its_name))
            ]
            found.append({"names": names, "chain": _places(snapshot, tie.frames)})
    return found


def _is_power_of_four(number: int) -> bool:
    return number & (number - 1) == 0 and number % 3 == 1


def _requires_grad(learner: Learner) -> bool:
    tensor = learner.ref()
    return tensor is not None and torch_api.requires_grad(tensor)


def _broken(history: History) -> list[Learner]:
    """Those whose gradient has nan or infinity in it."""
    living = [(k, t) for k in history.learners.values() if (t := k.ref()) is not None]
    found = [(k, gradient) for k, tensor in living if (gradient := gradient_of(tensor)) is not None]
    if torch_api.all_of_them_finite([gradient for _, gradient in found]):
        return []
    return [k for k, gradient in found if not torch_api.all_finite(gradient)]


def _places(snapshot: Snapshot, frames: Any) -> list[dict[str, Any]]:
    return [dataclasses.asdict(place) for place in snapshot.chain_of(frames)]


def _is_frozen_choice(learner: Learner, owners: Owners, held: set[int]) -> bool:
    """Frozen, and held by an optimizer that was not simply given all of the model's parameters."""
    tensor = learner.ref()
    if tensor is None or torch_api.requires_grad(tensor) or not owners.owns(tensor):
        return False
    return not owners.wholly_held(tensor, held)


def _unfrozen(origin: Origin, snapshot: Snapshot) -> list[dict[str, Any]]:
    return _places(snapshot, (origin.extra or {}).get("unfrozen", ()))


def _groups(history: History) -> list[int]:
    """How many parameters each of the optimizer's groups holds."""
    optimizer = history.optimizer() if history.optimizer is not None else None
    return [len(params_of(group)) for group in groups_of(optimizer)] if optimizer is not None else []


def _is_orphan(learner: Learner, owners: Owners, snapshot: Snapshot) -> bool:
    """Held, and known to no module and no variable of the running program."""
    tensor = learner.ref()
    return tensor is not None and not owners.owns(tensor) and id(tensor) not in snapshot.names


def _starving(learner: Learner, known: bool, zeros: dict[int, list[Birth]], index: Index) -> dict[str, Any]:
    tensor = learner.ref()
    return {
        "leaf": index(learner.origin),
        "got": learner.got,
        "known": known,
        "all_zero": tensor is not None and not torch_api.any_nonzero(tensor),
        "births": [birth_facts(b, index) for b in zeros.get(id(tensor), ())],
    }


def _non_leaves(owners: Owners, tensors: dict[int, Any], recorder: Recorder, index: Index) -> list[dict[str, Any]]:
    """Attributes of modules that are results: what stands behind them, and whether they were made with the module."""
    found = []
    for hidden in owners.hidden:
        for name, key in zip(hidden["lost"], hidden["ids"], strict=True):
            tensor = next((t for t in tensors.values() if id(t) == key), None)
            origin = recorder.origins.get(tensor) if tensor is not None else None
            if origin is None or tensor is None or not torch_api.is_result(tensor):
                continue
            made_with = any(getattr(code, "co_name", "") == "__init__" for code in origin.frames[::2])
            leaves = [i for o in leaves_behind([origin]) if (i := index(o)) is not None]
            if made_with and leaves:
                found.append({"name": name, "at": index(origin), "leaves": leaves, "class": hidden["class"]})
    return found


def _still_true(history: History, looked: Recording, recorder: Recorder) -> Recording:
    facts = dict(looked.query.facts)
    got = {i for k, i in zip(history.looked_for, _leaves(facts), strict=False) if k.nonzero and i is not None}
    full = {i for k, i in zip(history.looked_for, _leaves(facts), strict=False) if k.got}
    facts["starving"] = [s for s in facts["starving"] if s["leaf"] not in got]
    still = {i for o, i in zip(history.strays, (s["leaf"] for s in facts["strays"]), strict=True) if not is_held(o)}
    facts["strays"] = [s for s in facts["strays"] if s["leaf"] in still]
    facts["frozen"] = [f for frozen, f in zip(history.frozen, facts["frozen"], strict=True) if frozen.still()]
    ones = zip(history.of_one, facts["of_one"], strict=True)
    facts["of_one"] = [at for frames, at in ones if recorder.probe.of_one.holds(frames) and at is not None]
    facts["steps"] = history.steps
    query = dataclasses.replace(looked.query, wrt=tuple(w for w in looked.query.wrt if w not in full), facts=facts)
    return dataclasses.replace(looked, query=query)


def _leaves(facts: dict[str, Any]) -> list[int | None]:
    return [*(s["leaf"] for s in facts["starving"]), *facts["broken"]]
