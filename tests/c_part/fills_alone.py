"""What C does of calls that are met again and again: lines that fill a tensor, views of many parts, named arguments."""

from __future__ import annotations

import threading
import weakref
from typing import Any

from tape_alone import raising
from tape_stand_ins import FLOAT, Cells, Taped, add, add_to, set_at


def several_views_show_their_argument() -> None:
    for change, by_python in ((None, 0), ("dtype", 1), ("storage", 1), ("is_cpu", 1), ("layout", 1)):
        ours = Taped()
        x = ours.known()
        views = [Cells(False, x.storage) for _ in range(3)]
        if change is not None:
            setattr(views[1], change, Cells().storage if change == "storage" else None)
        split: Any = lambda tensor, size, views=views, **_: views  # noqa: E731
        ours.roles[split] = 0
        ours.hot(split, (), (x, 1), {"dim": 0})
        assert len(ours.several) == by_python, change
        memory = ours.place(x).memory
        assert [getattr(ours.place(view), "memory", None) is memory for view in views] == [not by_python] * 3
        assert not ours.failed
    for role, learns, enabled in ((0, True, False), (2048, False, True), (1024, False, True)):
        ours = Taped()
        x = ours.known(learns)
        x.is_leaf, ours.enabled = True, enabled
        cut: Any = lambda tensor, x=x: [Cells(False, x.storage)]  # noqa: E731
        ours.roles[cut] = role
        ours.hot(cut, (), (x,))
        assert len(ours.several) == 1, role  # Python says how they are cut


def what_views_answer_is_not_lost() -> None:
    ours = Taped()
    x = ours.known()
    view: Any = Cells(False, x.storage)
    view.untyped_storage = raising(RuntimeError)
    split: Any = lambda tensor: (view,)  # noqa: E731
    ours.roles[split] = 0
    ours.hot(split, (), (x,))
    assert [type(failure) for failure in ours.failed] == [RuntimeError]


def settings_by_name_are_kept() -> None:
    ours = Taped()
    x = ours.known()
    summed: Any = lambda tensor, **_: Cells()  # noqa: E731
    ours.roles[summed] = 0
    made = ours.hot(summed, (), (x,), {"dim": 1, "keepdim": True})
    assert ours.place(made).memory.state.call.kwargs == {"dim": 1, "keepdim": True}
    for kwargs in ({"out": x}, {"inplace": True}, {"dtype": FLOAT}, {"dim": [1]}):
        assert ours.hot(summed, (), (x,), kwargs)[0] == "by Python", kwargs
    assert not ours.failed


def a_role_is_learned_once() -> None:
    ours = Taped()
    x, fails = ours.known(), raising(RuntimeError)
    drawn: Any = lambda tensor: Cells()  # noqa: E731
    assert ours.hot(drawn, (), (x,))[0] == "by Python" and ours.roles[drawn] == 2
    ours.start(role_of=lambda func: fails())
    assert ours.hot(lambda tensor: Cells(), (), (x,))[0] == "by Python"  # which meets the failure under its guard
    assert not ours.failed


def a_shape_serves_again() -> None:
    ours = Taped()
    x = ours.known()
    ours.zeros[(2, 2), FLOAT, "cpu"] = zeros = Cells()
    ours.hot(add_to, (), (x, 1.0), None)
    given = ours.place(x).memory.state.call.args[0]
    assert (given.value, given.geometry[:3], given.state, ours.shapes) == (zeros, ((2, 2), (2, 1), 0), None, [])


def a_steady_line_is_entered_without_python() -> None:
    ours = Taped()
    x = ours.known()
    frames: Any = None
    latest: list[Any] = []
    for i in range(6):
        before = ours.told_of_writes
        ours.hot(set_at, (), (x, (0, 0), float(i)), None)  # one place in this file
        assert ours.told_of_writes - before == (0 if i in (2, 3) else 1), i
        frames = ours.table[id(x)].origin.frames
        ident = threading.get_ident()
        line = (set_at, weakref.ref(x), None, None, set_at, frames, 0, ident, latest.append, frames, {}, None)
        ours.steady[id(frames)] = line if i < 3 else (*line[:6], 7, *line[7:])  # passes came between
        if i == 0:
            ours.steady.clear()
        if i == 1:
            assert ours.table[id(x)].origin.op is set_at
    assert [write[0] for write in latest] == [set_at] * 2 and latest[0][1] is frames
    ours.steady[id(frames)] = (*line[:1], "no reference", *line[2:])
    ours.hot(set_at, (), (x, (0, 0), 1.0), None)
    assert not ours.failed


def a_steady_line_writes_through_a_view() -> None:
    """The tensor itself has a new value too: its Origin comes from both."""
    for learns, leaf, moved in ((False, False, True), (True, False, True), (True, True, False)):
        ours = Taped()
        whole, view = ours.known(learns), ours.known()
        whole.is_leaf, view._base, whole._base = leaf, whole, None
        latest: list[Any] = []
        known = ours.table[id(whole)].origin
        shown = ours.table[id(view)].origin
        shown.op, shown.parents, shown.frames, shown.extra = "view", (known,), ("there",), None
        known.op, known.frames, known.extra = "before", ("here",), None
        for _ in range(2):
            before = ours.told_of_writes
            ours.table[id(view)].origin = shown
            ours.hot(set_at, (), (view, (0, 0), 1.0), None)  # one place in this file
            written = ours.table[id(view)].origin
            line = (set_at, weakref.ref(whole), "view", shown.frames, "before", known.frames)
            ours.steady[id(written.frames)] = (*line, 0, threading.get_ident(), latest.append, written.frames, {}, None)
        assert ours.told_of_writes == before and [write[3]() for write in latest] == [shown, known]
        after = ours.table[id(whole)].origin
        assert (after is not known) == moved
        if moved:
            assert (after.op, after.parents, after.frames) == (set_at, (known, written), written.frames)
            assert bool(after.flags & 1) == learns
        assert not ours.failed


def a_call_without_gradients_is_cut() -> None:
    ours = Taped()
    x = ours.known(True)
    detached: Any = lambda tensor: Cells()  # noqa: E731
    ours.roles[detached] = 0
    for ours.enabled, switch in ((False, "no_grad"), (True, None)):
        made = ours.hot(detached, (), (x,))
        call = ours.place(made).memory.state.call
        assert call.cut == (detached, call.frames, switch, "call", False) and not ours.by_python
    ours.start(new_cut=raising(ValueError))
    ours.hot(detached, (), (x,))
    assert [type(failure) for failure in ours.failed] == [ValueError]


def an_inference_tensor_is_not_asked_for_its_count() -> None:
    ours = Taped()
    inferred: Any = lambda tensor: Uncounted()  # noqa: E731
    ours.kinds[Uncounted], ours.roles[inferred] = 1, 0
    made = ours.hot(inferred, (), (ours.known(),))
    layer = ours.place(made).layer
    assert layer.clock.version == -1
    assert ours.hot.keep(made).layer is layer
    ours.hot(set_at, (), (made, (0, 0), 1.0), None)
    assert ours.place(made).memory.state.previous is not None and layer.clock.version == -1
    assert not made.asked
    layer.clock.version = 2**70
    ours.hot(add, (), (made,))
    assert not ours.failed and len(ours.by_python) == 2  # a write was not seen: Python keeps the value


class Uncounted(Cells):
    def is_inference(self) -> bool:
        return True

    @property
    def _version(self) -> int:
        self.asked = True
        return 0

    @_version.setter
    def _version(self, version: int) -> None:
        self.asked = False  # by the call itself


ACTS = (
    several_views_show_their_argument,
    what_views_answer_is_not_lost,
    settings_by_name_are_kept,
    a_role_is_learned_once,
    a_shape_serves_again,
    a_steady_line_is_entered_without_python,
    a_steady_line_writes_through_a_view,
    a_call_without_gradients_is_cut,
    an_inference_tensor_is_not_asked_for_its_count,
)
