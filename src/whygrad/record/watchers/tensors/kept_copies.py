"""Values that are kept detached for later uses, as by a memo: the first use has a gradient, the others have none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from operator import attrgetter
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.cut_routes import CopyWithoutHistory
from whygrad.ops import CONSTANTS, COPYING, DETACHING, act_of
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassEnded
from whygrad.record.live.bounded import FEW_KEPT, MOST_ORIGINS, NEAREST, Bounded
from whygrad.record.live.origin import BRANCH, CUT, EXPORT, LEAF, REQUIRES_GRAD, Frames, Origin, nearest, parents_of
from whygrad.record.live.pass_graph import ops_of, that_read, with_flags
from whygrad.record.live.stack import pairs_in
from whygrad.record.telling import only_inspected
from whygrad.record.training.schedule import FEW_PASSES
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


Use = tuple[Frames, str, int, int]  # where, which operation, and as which of how many


@dataclass
class _Found:
    use: Frames
    leaves: list[Origin] = field(default_factory=list)
    uses: int = 0
    passes: int = 0


class KeptCopies(Watcher):
    """Asks at inspected passes whether the same operation read a value and a detached copy of it."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._passes = 0
        self._found: Bounded[Frames, _Found] = Bounded(FEW_KEPT)  # by the cut

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        if not event.collects or not self.recorder.probe.active or self._passes >= FEW_PASSES:
            return
        self._passes += 1
        if not event.graph.may_be_cut:
            return
        if event.graph.has_behind(CONSTANTS):  # their values are not of what is behind
            behind = list(islice(breadth_first(event.known, _carrying), MOST_ORIGINS))
        else:
            behind = nearest(event.known, ends=CUT | EXPORT | BRANCH, most=MOST_ORIGINS)
        if len(behind) == MOST_ORIGINS or not with_flags(behind, CUT):
            return
        for cut, use, uses in _read_twice(behind):
            found = self._found.setdefault(cut.frames, _Found(use))
            found.uses, found.passes = max(found.uses, uses), found.passes + 1
            found.leaves += [o for o in leaves_behind(cut.parents) if is_held(o) and o not in found.leaves]

    def of_run(self, copy: Copy) -> Iterator[CopyWithoutHistory]:
        named = {id(k.origin): k.name for h in self.recorder.training.histories for k in h.learners.values()}
        for cut, found in self._found.items():
            names = tuple(filter(None, (named.get(id(leaf), "") for leaf in found.leaves)))
            yield CopyWithoutHistory(copy.chain(cut), copy.chain(found.use), names, found.uses, found.passes)


def _carrying(at: Origin) -> tuple[Origin, ...]:
    """What its values were computed from, as far as no gradient is cut."""
    return () if at.flags & (CUT | EXPORT | BRANCH) or act_of(at.op) in CONSTANTS else parents_of(at)


def _read_twice(behind: list[Origin]) -> Iterator[tuple[Origin, Frames, int]]:
    """The cuts, each with the operation that read both, and how often it read the copy."""
    copies: dict[tuple[Use, Origin], list[Origin]] = {}
    copying = {
        op for op in ops_of(list(chain.from_iterable(map(attrgetter("parents"), behind)))) if act_of(op) in COPYING
    }
    for at in _uses(that_read(behind, CUT, copying)):
        for number, given in enumerate(at.parents):
            if not (given.flags & CUT or given.op in copying):
                continue  # mostly
            if not _is_whole(given) and (cut := _detached(given)) is not None:
                copies.setdefault((_use(at, number), _copied(cut.parents[0])), []).append(cut)
    if not copies:
        return  # mostly
    whole = {(_use(at, n), given) for at in _uses(behind) for n, given in enumerate(at.parents) if _is_whole(given)}
    told: set[Origin] = set()
    for (use, value), cuts in copies.items():
        cut = cuts[0]
        if (use, value) in whole and cut not in told and _in_one_call(cut.frames, value.frames, use[0]):
            told.add(cut)
            yield cut, use[0], len(cuts)


def _uses(values: list[Origin]) -> list[Origin]:
    return [at for at in values if not at.flags & CUT and len(at.frames) >= 2]


def _use(at: Origin, number: int) -> Use:
    return at.frames, act_of(at.op), number, len(at.parents)


def _is_whole(given: Origin) -> bool:
    return bool(given.flags & REQUIRES_GRAD) and not given.flags & LEAF


def _detached(given: Origin) -> Origin | None:
    """The cut, where the value is a copy without history of the one before it."""
    for _ in range(NEAREST):
        if given.flags & CUT:
            plain = given.switch is None and len(given.parents) == 1 and act_of(given.op) in DETACHING
            return given if plain else None
        if act_of(given.op) not in COPYING or len(given.parents) != 1:
            return None
        given = given.parents[0]
    return None


def _copied(value: Origin) -> Origin:
    for _ in range(NEAREST):
        if act_of(value.op) not in COPYING or len(value.parents) != 1:
            break
        value = value.parents[0]
    return value


def _in_one_call(cut: Frames, value: Frames, use: Frames) -> bool:
    """Were the value and its copy made in one call by what used them? Then somebody kept the copy for later uses."""
    made, computed, used = (pairs_in(frames)[::-1] for frames in (cut, value, use))
    same = next((i for i, (one, other) in enumerate(zip(made, used, strict=False)) if one != other), None)
    if same is None or made[same][0] is not used[same][0]:
        return False
    return len(made) > same + 1 and len(computed) > same + 1 and made[: same + 1] == computed[: same + 1]
