"""Optimizers beside the one that is looked at: those that hold the same parameters, and what came too late for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import torch

from whygrad.evidence.holdings import CopiedStray, LateLeaf, ParametersHeldTwice, PutLeaf, RandomStray, TwinOptimizer
from whygrad.record.copying.look import Passing, Still
from whygrad.record.copying.module_owners import Owners, is_stray
from whygrad.record.copying.snapshot import Copy
from whygrad.record.live.origin import Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.holdings import groups_of, params_of
from whygrad.record.training.history import History
from whygrad.record.watchers.ledger.averages import parameter_behind
from whygrad.record.watchers.modules.left_copies import LeftCopies
from whygrad.record.watchers.modules.new_heads import MATRIX, has_chance_values
from whygrad.record.watchers.modules.untouched_strays import Untouched

KEPT = 100_000  # elements of the strays of one look


def untouched_strays(strays: Sequence[tuple[Origin, torch.Tensor]], history: History) -> dict[int, Still]:
    """Of each stray, by the id of its Origin, a question for later: does no optimizer hold or change it?"""
    elements, earlier, history.inspections.untouched = 0, history.inspections.untouched, []
    still: dict[int, Still] = {}
    for before in earlier:
        before.ask()
    changed = {id(before.ref()) for before in earlier if before.is_changed}
    for origin, tensor in strays:
        elements += tensor.numel()
        stray = Untouched(tensor, torch_api.is_plain(tensor) and elements <= KEPT, id(tensor) in changed)
        history.inspections.untouched.append(stray)
        still[id(origin)] = partial(_is_never_updated, origin, stray)
    return still


def _is_never_updated(origin: Origin, stray: Untouched) -> bool:
    stray.ask()
    return is_stray(origin) and not stray.is_changed


def copied_strays(
    strays: Sequence[tuple[Origin, torch.Tensor]], copies: LeftCopies, copy: Copy
) -> Iterator[CopiedStray]:
    """The strays that had the values of an optimizer's parameter when they were first used, or were made from one."""
    for origin, _ in strays:
        at = copy.at(origin)
        if at is not None and (copies.is_copy(origin) or parameter_behind(origin.parents) is not None):
            yield CopiedStray(at)


def late_leaves(
    strays: Sequence[Origin], history: History, passing: Passing, copy: Copy
) -> Iterator[LateLeaf | PutLeaf]:
    """The strays that were made when the optimizer was there already, and where they were put into the model."""
    for origin in strays:
        facts, at = origin.extra or {}, copy.at(origin)
        if at is not None and history.serial and facts.get("after_optimizers", 0) >= history.serial:
            yield passing.seen(LateLeaf(at), partial(is_stray, origin))
            if put := copy.chain(facts.get("grafted", ())):
                yield PutLeaf(at, put)


def random_strays(
    strays: Sequence[tuple[Origin, torch.Tensor]],
    owners: Owners,
    others: Iterable[History],
    passing: Passing,
    copy: Copy,
) -> Iterator[RandomStray]:
    """Those in models that optimizers hold in part, where all matrices among them have the values of chance."""
    by_model: dict[int, list[tuple[Origin, torch.Tensor]]] = {}
    inside: dict[int, set[int]] = {}
    for origin, tensor in strays:
        if beside := owners.beside(tensor):
            by_model.setdefault(id(beside), []).append((origin, tensor))
            inside[id(beside)] = set(map(id, beside))
    held = [set(history.ids) for history in others]
    for model, of_model in by_model.items():
        matrices = [origin for origin, tensor in of_model if tensor.dim() >= MATRIX]
        parts = {frozenset(ids & inside[model]) for ids in held} - {frozenset()}
        if not parts or not matrices or not all(map(has_chance_values, matrices)):
            continue
        if owners.are_at_rest([tensor for _, tensor in of_model]):
            continue  # it is kept as it is by choice
        for origin, _ in of_model:
            at = copy.at(origin)
            if at is not None:
                clipped = copy.chain((origin.extra or {}).get("clipped", ()))
                yield passing.seen(RandomStray(at, len(parts), clipped), partial(is_stray, origin))


def twins_of(history: History, others: Sequence[History], passing: Passing, copy: Copy) -> Iterator[TwinOptimizer]:
    """Optimizers of which, beside this one, one holds nothing of its own."""
    for other in others:
        first, later = sorted((history, other), key=lambda h: h.serial)
        if other is history or not first.serial or not later.ids or not set(later.ids) <= set(first.ids):
            continue
        twin = TwinOptimizer(copy.chain(later.frames), copy.chain(first.frames))
        yield passing.seen(twin, partial(_step_in_turn, first, later))


def _step_in_turn(one: History, other: History) -> bool:
    """One that takes over where the other has ended goes on with its work, as L-BFGS after Adam."""
    began = max(one.passes_at_first_step, other.passes_at_first_step)
    return min(one.steps, other.steps) > 1 and began < min(one.passes_at_step, other.passes_at_step)


def held_twice(histories: Iterable[History], copy: Copy) -> Iterator[ParametersHeldTwice]:
    """The optimizers that were given the same parameter several times."""
    for history in histories:
        optimizer = history.optimizer()
        groups = groups_of(optimizer) if optimizer is not None else ()
        counts = (Counter(map(id, params_of(group))) for group in groups)
        if number := sum(count > 1 for counted in counts for count in counted.values()):
            yield ParametersHeldTwice(copy.chain(history.frames), number)
