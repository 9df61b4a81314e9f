"""An optimizer was given no parameter: what its model has instead of them."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.evidence import Evidence
from whygrad.evidence.questions import EmptyIterator, GroupedTwice
from whygrad.record.copying.kept_results import kept_results, results_among
from whygrad.record.copying.snapshot import Copy, Snapshot, Spot
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, class_name, each, is_a, of_class, text_of
from whygrad.record.seam.holdings import parameters_in
from whygrad.record.watchers.modules.unregistered import hidden_modules
from whygrad.recording import QueryKind, Recording


def empty_parameters(recorder: Recorder, error: BaseException, frames: list[Spot]) -> Recording | None:
    """The question what hides from `parameters()`, or is frozen."""
    if "optimizer got an empty parameter list" not in text_of(error) or not frames:
        return None
    hidden = hidden_modules(frames, recorder.stack.ownership)
    results = results_among(recorder, hidden)
    given = list(_empty_iterator(frames))

    def seen(copy: Copy) -> Iterator[Evidence]:
        yield from (entry.seen for entry in hidden)
        yield from kept_results(results, copy)
        yield from given

    snapshot = Snapshot(recorder, frames)
    held = [parameters_in(module) for _, module in snapshot.search.outermost_modules()]
    frozen = next((ps for ps in held if ps and not any(map(torch_api.requires_grad, ps))), [])
    origins = [recorder.origin_of(p, frames[-1][0]) for p in frozen]
    besides = [*recorder.run.roots, *(origin for _, origin in results)]
    kind = QueryKind.EMPTY_PARAMETERS
    return snapshot.take(kind, [], origins, error=text_of(error), evidence=seen, besides=besides)


def _empty_iterator(frames: list[Spot]) -> Iterator[EmptyIterator]:
    """The iterator that the constructor got which refused: it is at its end."""
    given = frames[-1][0].f_locals.get("params")
    if of_class(given, "__next__") is not None:
        yield EmptyIterator(class_name(given))


def grouped_twice(error: BaseException, frames: list[Spot]) -> Iterator[GroupedTwice]:
    """Which groups hold one parameter, where the constructor refused that."""
    if "appear in more than one parameter group" not in text_of(error) or not frames:
        return
    variables = frames[-1][0].f_locals
    refused, known = variables.get("param_group"), attribute_of(variables.get("self"), "param_groups")
    own = set(map(id, _parameters_of(refused)))
    for number, group in enumerate(each(known)):
        if own & set(map(id, _parameters_of(group))):
            yield GroupedTwice(number, len(list(each(known))))
            return


def _parameters_of(group: object) -> list[object]:
    return list(each(dict.get(group, "params"))) if is_a(group, dict) else []
