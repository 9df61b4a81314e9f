"""Follows the program's own Functions through one `forward` and its `backward`, and has the two compared afterwards.

Nothing of the program's runs for that: the calls of `forward` are noted as it makes them, and what `backward` returned
is copied as it returns it. Only where that was asked for (`--check-functions`) a Function is run again.
"""

from __future__ import annotations

import inspect
import re
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from dis import get_instructions
from functools import lru_cache, partial
from types import CodeType
from typing import TYPE_CHECKING, TypeVar

import torch
from torch.autograd.graph import Node

from whygrad.evidence import Evidence
from whygrad.evidence.functions import (
    IgnoredIncoming,
    SwappedGradients,
    WrongGradient,
    WrongSecondDerivative,
    WrongSlope,
)
from whygrad.evidence.marks import GradientWithHistory
from whygrad.interruptions.errors import hand_on
from whygrad.interruptions.signals import marks_section
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassEnded, PassFailed
from whygrad.record.live.bounded import Bounded, BoundedSet
from whygrad.record.live.mode_suspension import asking
from whygrad.record.live.origin import Origin, behind
from whygrad.record.seam import torch_api, torch_aside
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.own_hooks import put_on_node
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.functions import forward_calls
from whygrad.record.watchers.functions.backward_compare import Wrong, compare
from whygrad.record.watchers.functions.forward_calls import ForwardCalls, NotFollowed
from whygrad.record.watchers.functions.function_rerun import slopes as measured_slopes
from whygrad.record.watchers.functions.second_order import Graph, GraphCalls, compare_second, edge_of, slopes_of
from whygrad.recording import Chain

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

TRIES = 4  # calls of one Function, in one way, that are followed until one tells
MOST_WAYS = 8  # in which one Function is followed
MOST_FUNCTIONS = 256
FLAGS = range(-8, 9)  # numbers that may choose among branches; others are sizes, mostly
# A `forward` with one of these has no slope of its own at places: another one is mostly meant (an estimator).
STEPS = re.compile(rf"{forward_calls.STEPPING}|[<>]=?|{forward_calls.CASTING}")
UNCHANGING = (torch.Tensor, int, float, complex, str, type(None), torch.dtype, torch.device, torch.Size)


T = TypeVar("T")
Found = Callable[[Chain], Evidence]  # what was found, as soon as it is known where `backward` is defined

Function = type[torch.autograd.Function]
Way = tuple[CodeType, tuple[object, ...]]  # the code of `backward`, and the kinds and flags that were given


@dataclass(eq=False)
class Followed:
    """One call of a Function: what its `forward` did, then what came into its `backward` and what that returned."""

    name: str
    way: Way
    smooth: bool  # by its text; what steps otherwise are seen in its calls
    arguments: list[tuple[int, str]]  # the position and the name of each that is a tensor
    forward: ForwardCalls
    incoming: list[torch.Tensor | None] = field(default_factory=list)
    returned: list[torch.Tensor | None] = field(default_factory=list)
    edges: list[tuple[Node | None, int]] = field(default_factory=list)  # to what made its arguments
    node: int = 0  # the id of its own node
    origin: weakref.ref[Origin] | None = None  # of a result
    is_first: bool = True  # else it is followed for a second derivative alone
    graph: Graph | None = None  # of what it returned, where the pass makes one
    given: list[weakref.ref[Origin] | None] = field(default_factory=list)  # its arguments that are tensors

    def is_trained(self, argument: int) -> bool:
        """Does an optimizer hold what this argument was computed from?"""
        ref = self.given[argument] if argument < len(self.given) else None
        origin = ref() if ref is not None else None
        return origin is not None and any(map(is_held, leaves_behind([origin])))


class BackwardChecks(Watcher):
    """Which calls are followed, and what came of it."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.runs_again = False  # Functions are run again too
        self._ways: Bounded[CodeType, int] = Bounded(MOST_FUNCTIONS)  # how many were met, by the code of `backward`
        self._tries: Bounded[Way, int] = Bounded(MOST_FUNCTIONS)  # those left
        self._followed: Bounded[Way, int] = Bounded(MOST_FUNCTIONS)  # between which passes one was followed last
        self._reran: BoundedSet[CodeType] = BoundedSet(MOST_FUNCTIONS)
        self._ready: deque[Followed] = deque(maxlen=MOST_FUNCTIONS)  # both are known, and the pass goes on
        self._found: Bounded[CodeType, Found] = Bounded(MOST_FUNCTIONS)  # one word about each Function is enough
        self.with_graph = GraphCalls()
        # Wrong ones of which nothing has a history, until a pass uses a derivative that was taken through them.
        self._constant: Bounded[CodeType, tuple[weakref.ref[Origin], Found]] = Bounded(MOST_FUNCTIONS)

    def begin_anew(self) -> None:
        runs_again = self.runs_again
        super().begin_anew()
        self.runs_again = runs_again

    @property
    def has_met_functions(self) -> bool:
        """Was a Function of the program's own called?"""
        return bool(self._ways)

    def add(self, code: CodeType, found: Found) -> None:
        """The Function with this `backward` gives a wrong gradient."""
        if len(self._found) < MOST_FUNCTIONS:
            self._found.setdefault(code, found)

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        for code, found in self._found.items():
            yield found(copy.chain((code, -1)))

    # -- forward ----------------------------------------------------------------------------------------------------

    def begin(self, cls: Function, args: tuple[object, ...]) -> Followed | None:
        """`forward` is about to run: note the calls that it makes, where they may tell something."""
        recorder = self.recorder
        if recorder.mode.forward is not None:
            return None
        code = self._own_code(cls)
        if code is None or code in self._found:
            return None
        way = (code, _flags(args))
        is_due = self.with_graph.is_due(code, self.with_graph.count(code, recorder.run.collecting))
        is_next = self._has_tries(way) and self._followed.get(way) != recorder.run.passes
        if not (is_due or is_next) or not self._may_follow(args):
            return None
        if is_next:
            self._followed[way] = recorder.run.passes
            self._tries[way] -= 1
        smooth = is_smooth(cls.forward)
        if smooth is None:
            self._tries[way] = 0
            self.with_graph.settle(code)
            return None
        try:
            calls = ForwardCalls(args, recorder.origins)
        except NotFollowed:
            return None
        followed = Followed(cls.__name__, way, smooth, _arguments(cls, args), calls, is_first=is_next)
        recorder.mode.follow(followed.forward)
        return followed

    def _own_code(self, cls: Function) -> CodeType | None:
        """That of the `backward`, where it is the program's own."""
        code: CodeType | None = getattr(inspect.unwrap(cls.backward), "__code__", None)
        return code if code is not None and self.recorder.stack.ownership[code.co_filename] else None

    def _has_tries(self, way: Way) -> bool:
        met = self._ways.get(way[0], 0)
        if way not in self._tries and len(self._tries) < MOST_FUNCTIONS and met < MOST_WAYS:
            self._ways[way[0]] = met + 1
            self._tries[way] = TRIES
        return self._tries.get(way, 0) > 0

    def _may_follow(self, args: tuple[object, ...]) -> bool:
        if not torch.is_grad_enabled() or torch.distributed.is_initialized():
            return False  # what other processes computed is in no list
        if not all(is_a(a, UNCHANGING) for a in args):
            return False
        wanted = any(is_a(a, torch.Tensor) and torch_api.requires_grad(a) for a in args)
        return wanted and torch_api.values_may_be_read()

    def left(self) -> None:
        """`forward` has returned, or raised."""
        self.recorder.mode.follow(None)

    def run_again(self, cls: Function, apply: Callable[..., object], args: tuple[object, ...]) -> None:
        """Compare with differences, once for each Function; that was asked for."""
        code = self._own_code(cls) if self.recorder.probe.active else None
        if code is None or code in self._reran or len(self._reran) == MOST_FUNCTIONS or not self._may_follow(args):
            return
        self._reran.add(code)
        found = measured_slopes(apply, args) if is_smooth(cls.forward) else None
        if found is not None:
            self.add(code, lambda backward: WrongSlope(cls.__name__, backward, *found))

    # -- backward ---------------------------------------------------------------------------------------------------

    def note_ignored(
        self, name: str, code: CodeType, gradients: Sequence[torch.Tensor | None], incoming: Sequence[object]
    ) -> None:
        """`backward` has returned: if it never reads what comes in, was that 1, as at the end of a loss?"""
        if code in self._found or (ignored := _never_read(code)) is None or not torch_api.values_may_be_read():
            return
        with torch_api.unseen():
            came = [g for g in incoming if is_a(g, torch.Tensor) and torch_api.is_plain(g) and g.numel()]
            other = next((value for g in came if (value := _other_than_one(g)) is not None), None)
            gave = any(g is not None and torch_api.is_plain(g) and torch_api.any_nonzero(g) for g in gradients)
        if other is not None and gave and len(came) == 1:
            self.add(code, lambda chain: IgnoredIncoming(name, chain, ignored, other))

    def note_graph(self, code: CodeType, number: int) -> None:
        """`backward` has returned: if its pass makes a graph, such a call is followed."""
        if torch.is_grad_enabled() and code not in self._found:
            self.with_graph.met(code, number)

    def returned(
        self, followed: Followed, gradients: Sequence[torch.Tensor | None], incoming: Sequence[torch.Tensor | None]
    ) -> None:
        """`backward` has returned: keep what, and what had come in."""
        if followed.forward.lost or followed.returned or not torch_api.values_may_be_read():
            return
        if followed.forward.steps and not followed.smooth:
            self._tries[followed.way] = 0
            self.with_graph.settle(followed.way[0])
            followed.forward.lose()
            return
        tensors = [g for g in (*gradients, *incoming) if g is not None]
        if not all(map(torch_api.is_plain, tensors)) or sum(8 * g.numel() for g in tensors) > forward_calls.MOST_BYTES:
            return
        if any(g is not None and torch_api.version_of(g) for g in incoming):
            return  # written since it was made, maybe by this `backward`: what had come in is not known
        if torch.is_grad_enabled() and self.with_graph.is_open(followed.way[0]):
            before = [edge[0] for g in incoming if (edge := edge_of(g)) is not None]
            edges = [(node, number) if node is not None else None for node, number in followed.edges]
            followed.graph = Graph([edge_of(g) for g in gradients], before, edges, followed.node)
        with torch_api.plain():
            followed.incoming = [None if g is None else g.detach().clone() for g in incoming]
            followed.returned = [None if g is None else g.detach().clone() for g in gradients]
        self._ready.append(followed)

    def on_pass_ended(self, event: PassEnded) -> None:
        """Compare what the pass has brought; done now, when it is over."""
        if self._constant and event.collects:
            self._find_used(event.graph.learning)
        if not self._ready:
            return  # mostly
        ready = list(self._ready)
        self._ready.clear()
        for followed in ready:
            if torch_api.values_may_be_read():
                if followed.is_first:
                    self._compare(followed)
                self._compare_second(followed)
            followed.forward.lose()  # the program may keep its graph, and us with it
            followed.graph, followed.edges = None, []

    def on_pass_failed(self, event: PassFailed) -> None:
        for followed in self._ready:
            followed.forward.lose()
            followed.graph, followed.edges = None, []
        self._ready.clear()

    def _compare(self, followed: Followed) -> None:
        try:
            found = self._aside(lambda: compare(followed.forward, followed.incoming, followed.returned))
        except Exception as error:  # what cannot be computed again, or has no derivative there, tells nothing
            hand_on(error)
            return
        self._tries[followed.way] = 0
        if found is not None and found.swapped is not None:
            names = tuple(followed.arguments[at][1] for at in sorted((found.argument, found.swapped)))
            self.add(followed.way[0], lambda chain: SwappedGradients(followed.name, chain, names))
        elif found is not None:
            position, argument = followed.arguments[found.argument]
            values = found.element, found.returned, found.derivative
            self.add(followed.way[0], lambda chain: WrongGradient(followed.name, chain, argument, position, *values))

    def _compare_second(self, followed: Followed) -> None:
        """Where the pass has made a graph: is a second derivative that goes through it right? Told when one does."""
        graph, code = followed.graph, followed.way[0]
        if graph is None or code in self._found:
            return
        try:
            with torch_api.plain():
                slopes = slopes_of(graph, followed.forward, followed.returned, self.recorder.probe.hooked_saves.has)
            found = self._aside(lambda: compare_second(followed.forward, followed.incoming, followed.returned, slopes))
        except Exception as error:  # as above
            hand_on(error)
            return
        self.with_graph.settle(code)
        trained = [wrong for wrong in found if followed.is_trained(wrong.argument)]
        for wrong in (trained or found)[:1]:
            argument = followed.arguments[wrong.argument][1]
            told = partial(_second, followed.name, argument, wrong)
            if graph.root is not None:
                put_on_node(graph.root, partial(self._note_used, code, told, bool(trained)))
            elif trained and followed.origin is not None:
                self._constant[code] = (followed.origin, told)

    @marks_section
    def _note_used(self, code: CodeType, found: Found, is_trained: bool, *_: object) -> None:
        """The hook of a node that `backward` left: a pass goes through it, to what is trained or for a derivative."""
        if is_trained or torch.is_grad_enabled():
            self.recorder.guarded(self.add, code, found)

    def _find_used(self, learning: list[Origin]) -> None:
        """A pass has run: which of those are behind a derivative that it went through?"""
        derivatives = [o for o in learning if type((o.extra or {}).get("mark")) is GradientWithHistory]
        known = behind(derivatives) if derivatives else set()
        for code, (ref, found) in list(self._constant.items()):
            if (origin := ref()) is not None and id(origin) in known:
                del self._constant[code]
                self.add(code, found)

    def _aside(self, compared: Callable[[], T]) -> T:
        def quietly() -> T:
            asking.now = True  # what torch warns of here is not the program's
            return compared()

        return torch_aside.aside(quietly)


def _second(name: str, argument: str, wrong: Wrong, backward: Chain) -> WrongSecondDerivative:
    return WrongSecondDerivative(name, backward, argument, wrong.element, wrong.returned, wrong.derivative)


@lru_cache(maxsize=1_024)  # asked at every call of a `backward`
def _never_read(code: CodeType) -> str | None:
    """The one parameter of a `backward` after the context, where no instruction reads it."""
    if code.co_argcount != 2 or code.co_flags & inspect.CO_VARARGS:
        return None
    name = code.co_varnames[1]
    read = any(at.argval == name or (type(at.argval) is tuple and name in at.argval) for at in get_instructions(code))
    return None if read or name in code.co_cellvars else name


def _other_than_one(gradient: torch.Tensor) -> float | None:
    """An element that is neither 1 nor 0, if there is one: what comes in at the end of a loss is 1."""
    flat = gradient.detach().reshape(-1)
    other = flat[(flat != 1) & (flat != 0)]
    return float(other[0]) if other.numel() else None


def is_smooth(forward: Callable[..., object]) -> bool | None:
    """Does the text of `forward` show no operation that steps or clips? None where there is no text."""
    try:
        text = inspect.getsource(inspect.unwrap(forward))
    except (OSError, TypeError) as error:
        hand_on(error)
        return None
    return not STEPS.search(text.replace("->", ""))


def _flags(args: tuple[object, ...]) -> tuple[object, ...]:
    """What may choose among the branches of a Function, for each argument."""
    return tuple(
        (a.dim(), torch_api.requires_grad(a))
        if is_a(a, torch.Tensor)
        else (type(a), a if is_a(a, (bool, str, torch.dtype)) or (type(a) is int and a in FLAGS) else None)
        for a in args
    )


def _arguments(cls: Function, args: tuple[object, ...]) -> list[tuple[int, str]]:
    code = getattr(inspect.unwrap(cls.forward), "__code__", None)
    names = code.co_varnames[: code.co_argcount] if code is not None else ()
    if cls.setup_context is torch.autograd.Function.setup_context:
        names = names[1:]  # the context
    named = enumerate(args)
    return [(at, names[at] if at < len(names) else "") for at, a in named if is_a(a, torch.Tensor)]
