"""Terms of a loss that compare two things of which neither carries a gradient: they are the same for every model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from types import CodeType
from typing import TYPE_CHECKING

from whygrad.evidence.terms import ConstantTerm
from whygrad.ops import ADDING_UP, LOSSES, SIZING, act_of, is_in_place
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import PassEnded
from whygrad.record.live.bounded import MOST, MOST_ORIGINS, Bounded, BoundedSet
from whygrad.record.live.origin import PARAMETER, PARTIAL, REQUIRES_GRAD, Frames, Origin, parents_of
from whygrad.record.seam import torch_api
from whygrad.record.telling import rests_without
from whygrad.record.training.loss_terms import in_sum, terms_of
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.pass_graph import PassGraph
    from whygrad.record.live.recorder import Recorder

NEAR = 12  # operations between a term and the comparison in it
COMPARING = LOSSES | {"cosine_similarity", "pairwise_distance", "dist"}
LOGARITHMS = frozenset({"log", "log_softmax", "logsigmoid"})
SIDES = 2
ITSELF = "itself"


@dataclass
class _Seen:
    sides: str
    at: Frames  # of the comparison, or of the call that gave a helper its sides
    inside: Frames  # the comparison, in a helper that was given what learns too, and took something else
    compared: Frames
    reads: tuple[Frames, Frames] = ((), ())  # where each side begins to differ from the value that both come from
    steps: int = 0


class ConstantTerms(Watcher):
    """Asks at inspected passes which terms carry no gradient. One that carries a gradient once is no constant."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Seen] = Bounded(MOST)
        self._living: BoundedSet[Frames] = BoundedSet(4 * MOST)

    def of_run(self, copy: Copy) -> Iterator[ConstantTerm]:
        for frames, seen in self._found.items():
            if frames not in self._living:
                inside, compared = copy.chain(seen.inside), copy.chain(seen.compared)
                read, other = map(copy.chain, seen.reads)
                yield ConstantTerm(copy.chain(seen.at), seen.sides, seen.steps, inside, read, other, compared)

    @rests_without("_found")
    def on_pass_ended(self, event: PassEnded) -> None:
        if not event.collects or not (self._found or self.recorder.probe.active):
            return
        for origin in event.graph.terms:
            compared = _comparison(origin)
            if compared is not None:
                self._living.add(compared.frames)
            if self.recorder.probe.active:
                self._note(origin, event.graph)

    def _note(self, origin: Origin, graph: PassGraph) -> None:
        terms = terms_of(origin)
        if act_of(origin.op) == "sub" and len(terms) > 1:
            terms = terms[:1]  # a score is told above that of a baseline, which is meant to be the same for all
        for term in terms:
            compared = _comparison(term) if not term.flags & REQUIRES_GRAD else None
            sides = _sides(compared, self._may_learn) if compared is not None else ""
            if compared is not None and sides and not _completes_another(compared, graph):
                if compared.frames not in self._found:
                    self._found[compared.frames] = self._seen(compared, sides, origin)
                self._found[compared.frames].steps += 1

    def _may_learn(self, origin: Origin) -> bool:
        """Is it trained? Where there are optimizers, a parameter that none of them holds is not, as a teacher's."""
        if is_held(origin) or (origin.extra or {}).get("learnt"):
            return True
        is_apart = origin.flags & PARAMETER and self.recorder.run.optimizers
        return bool(origin.flags & REQUIRES_GRAD) and not is_apart

    def _seen(self, compared: Origin, sides: str, total: Origin) -> _Seen:
        at, inside = self._given_at(compared), self._compared_inside(compared, total)
        seen = _Seen(sides, at, inside if len(inside) > len(at) else (), compared.frames)
        if sides == ITSELF:
            shared, (one, other) = _one_value(compared), _sides_of(compared)
            seen.reads = _first_read(one, shared), _first_read(other, shared)
        return seen

    def _given_at(self, compared: Origin) -> Frames:
        """Where the sides were chosen: a function that was given both of them is not to blame for what they are."""
        frames = compared.frames
        for helper, _, outer in self._helpers(frames):
            if any(helper in codes_of(_given(side, helper).frames) for side in compared.parents[:SIDES]):
                break
            frames = outer
        return frames

    def _compared_inside(self, compared: Origin, total: Origin) -> Frames:
        """The comparison in the function that makes the sum too, and another term of it, of something that learns."""
        for helper, inner, outer in self._helpers(compared.frames):
            if not _is_made_in(total, helper, outer):
                continue
            others = in_sum(term for term in terms_of(total) if term.flags & REQUIRES_GRAD)
            return inner if any(_is_made_in(o, helper, outer) and not terms_of(o) for o in others) else ()
        return ()

    def _helpers(self, frames: Frames) -> Iterator[tuple[CodeType, Frames, Frames]]:
        """The program's functions around a call, without the outermost: each with the frames inside and outside it."""
        is_users = self.recorder.stack.ownership
        while sum(is_users[code.co_filename] for code in codes_of(frames)) > 1:
            own = next(i for i, code in enumerate(codes_of(frames)) if is_users[code.co_filename])
            yield codes_of(frames)[own], frames, frames[2 * own + 2 :]
            frames = frames[2 * own + 2 :]


def _comparison(term: Origin) -> Origin | None:
    """The comparison that a term without a gradient was made of."""
    sized, summed, origin = False, False, term
    for _ in range(NEAR):
        act = act_of(origin.op)
        if origin.switch is not None:
            return None  # who switched gradients off knows that this is a constant
        if len(origin.parents) >= SIDES and (act in COMPARING or (sized and act == "sub")):
            return origin
        if summed and _is_product_with_a_logarithm(origin):
            return origin
        if len(origin.parents) != 1:
            return None
        sized, summed = sized or act in SIZING, summed or act in ADDING_UP
        origin = origin.parents[0]
    return None


def _is_product_with_a_logarithm(origin: Origin) -> bool:
    """Is it what a cross-entropy written by hand adds up: `targets * log_probs`?"""
    return act_of(origin.op) == "mul" and len(origin.parents) == SIDES and any(map(_is_logarithm, origin.parents))


def _is_logarithm(origin: Origin) -> bool:
    while len(origin.parents) == 1 and act_of(origin.op) not in LOGARITHMS:
        origin = origin.parents[0]
    return act_of(origin.op) in LOGARITHMS


def _sides_of(compared: Origin) -> tuple[Origin, Origin]:
    """The prediction first, which is the logarithm of a product."""
    one, other = compared.parents[:SIDES]
    return (other, one) if act_of(compared.op) == "mul" and not _is_logarithm(one) else (one, other)


def _completes_another(compared: Origin, graph: PassGraph) -> bool:
    """Does the loss use what the product is made of once more? The entropy of a target is what makes a divergence."""
    if act_of(compared.op) != "mul":
        return False
    shared = _one_value(compared)
    inside = {id(o) for o in breadth_first(compared.parents, lambda o: () if o is shared else o.parents)}
    users = (at for at in graph.values if id(at) not in inside and at is not compared)
    return not graph.is_whole or any(id(parent) in inside for at in users for parent in at.parents)


def _first_read(side: Origin, shared: Origin | None) -> Frames:
    """Where a side begins to differ from the value that both are computed from; nothing where it is that value."""
    frames: Frames = ()
    while side is not shared and side.parents:
        frames, side = side.frames, side.parents[0]
    return frames


def _single_parent(origin: Origin) -> tuple[Origin, ...]:
    return origin.parents if len(origin.parents) == 1 else ()


def _sides(compared: Origin, may_learn: Callable[[Origin], bool]) -> str:
    """What is behind the two sides; nothing where a part of the model is, or where that is unknown."""
    act = act_of(compared.op)
    is_one, is_loss = _one_value(compared) is not None, act in LOSSES
    if act == "mul":  # else a weight, and what is weighed
        behind = list(islice(breadth_first(compared.parents, _read_from), MOST_ORIGINS)) if is_one else []
        learns = not behind or len(behind) == MOST_ORIGINS or any(o.flags & (PARTIAL | REQUIRES_GRAD) for o in behind)
        return "" if learns else ITSELF
    if is_one and is_loss:
        return ITSELF
    parameters = []
    for side in compared.parents[:SIDES]:
        behind = list(islice(breadth_first((side,), _read_from), MOST_ORIGINS))
        if len(behind) == MOST_ORIGINS or any(o.flags & PARTIAL or may_learn(o) for o in behind):
            return ""
        parameters.append({id(o) for o in behind if o.flags & PARAMETER})
    one, other = parameters
    if not one and not other:
        return "data" if is_loss else ""
    if one == other:
        return ITSELF if is_one and act in COMPARING else "same"
    return "fixed" if is_loss else ""


def _one_value(compared: Origin) -> Origin | None:
    """The one result that both sides are computed from, and from nothing else, whatever that came from."""
    one, other = ({id(o): o for o in breadth_first((s,), _single_parent)} for s in compared.parents[:SIDES])
    shared = next((o for number, o in one.items() if number in other), None)
    return shared if shared is not None and shared.parents else None


def _is_made_in(origin: Origin, helper: CodeType, outer: Frames) -> bool:
    return _begin_of(origin.frames, helper, outer) is not None


def _begin_of(frames: Frames, helper: CodeType, outer: Frames) -> int | None:
    """Where the frames of one call of the helper begin, which was made from `outer`."""
    begin = len(frames) - len(outer) - 2
    return begin if begin >= 0 and frames[begin] is helper and frames[begin + 2 :] == outer else None


def _read_from(origin: Origin) -> tuple[Origin, ...]:
    """What it was computed from; a parameter is itself, whatever it was copied from or an average has written to it."""
    if origin.flags & PARAMETER:
        return ()
    if origin.switch is not None and is_in_place(torch_api.short_name_of(origin.op)) and _is_kept(origin):
        return origin.parents[:1]
    return parents_of(origin)


def _is_kept(origin: Origin) -> bool:
    """Is it a parameter, written over once or often?"""
    for _ in range(MOST):
        if origin.flags & PARAMETER or not origin.parents:
            break
        origin = origin.parents[0]
    return bool(origin.flags & PARAMETER)


def _given(side: Origin, helper: CodeType) -> Origin:
    """What the helper made this side of, one value after the other."""
    while helper in codes_of(side.frames) and len(side.parents) == 1:
        side = side.parents[0]
    return side


def codes_of(frames: Frames) -> list[CodeType]:
    return [code for code in frames[::2] if type(code) is CodeType]
