"""The part of the tape that is in C, by itself: what it asks changes what it reads, or stops it."""

from __future__ import annotations

import gc
import itertools
from collections.abc import Callable
from typing import Any

from stand_ins import raised
from tape_stand_ins import (
    ASKED,
    CLASSES,
    WRITING,
    Cells,
    Clock,
    Memory,
    Stored,
    Taped,
    add,
    set_at,
)


def calls_are_kept() -> None:
    ours = Taped()
    x, y = ours.known(True), ours.known()
    made = ours.hot(add, (), (x, y, 2.0, (1, slice(None))))
    state = ours.place(made).memory.state
    call = state.call
    assert (call.op, call.args[2:], call.cut) == (add, (2.0, (1, slice(None))), None)
    assert [kept.carried for kept in call.args[:2]] == [True, False]
    assert call.outputs[0].geometry[:3] == ((2, 2), (2, 1), 0)
    again = ours.hot(add, (), (x, y))
    assert ours.place(again).memory.state.call.args[0] is call.args[0]  # one serves until the next write
    ours.hot(lambda tensor: Cells(False, tensor.storage), (), (y,))
    assert len(ours.calls) == 2
    del again, made
    gc.collect()
    assert ours.calls[0]() is call
    assert not ours.failed


def a_view_shows_its_argument() -> None:
    ours = Taped()
    x = ours.known()
    for changed, by_python in ((None, False), ("dtype", True), ("requires_grad", False)):
        view = Cells(False, x.storage)
        if changed is not None:
            setattr(view, changed, True)
        made: Any = lambda tensor, view=view: view  # noqa: E731
        ours.roles[made] = 0
        assert ours.hot(made, (), (x,)) is view
        assert [entry[2] is view for entry in ours.by_python] == [True] * by_python  # it is read otherwise
        ours.by_python.clear()
        assert by_python or ours.place(view).memory is ours.place(x).memory
    assert not ours.failed


def a_view_may_lie_behind_a_cut() -> None:
    ours = Taped()
    x = ours.known(True)
    x.is_leaf = True
    layer = ours.place(x).layer
    for role, enabled in ((2048, True), (2048 | 4096, True), (0, False), (1024, True)):  # as `roles.py` has them
        view = Cells(False, x.storage)
        made: Any = lambda tensor, view=view: view  # noqa: E731
        ours.roles[made], ours.enabled = role, enabled
        assert ours.hot(made, (), (x,)) is view
        if role == 1024:
            assert ours.by_python[-1][:3] == (made, x, view)  # Python says how
            continue
        behind = ours.place(view).layer
        assert behind.parent is layer and behind.block is layer.block and not ours.by_python
        assert behind.cut == (made, behind.cut[1], None if enabled else "no_grad", "view", role > 4096)
        assert (behind.clock is layer.clock) == (role < 4096)
    assert not ours.failed


def elements_of_leaves_are_set() -> None:
    ours = Taped()
    x = ours.known(True)
    x.is_leaf, ours.enabled = True, False
    ours.hot(set_at, (), (x, (1, 1), 4.0), None)
    call = ours.place(x).memory.state.call
    assert [entry[1][0] for entry in ours.leaves_set] == [x]
    assert call.cut == (set_at, call.frames, "no_grad", "call", False)
    assert call.outputs[0].geometry[2] == 3 and not ours.failed
    ours.leaf_set = lambda *_: 1 // 0  # type: ignore[method-assign]
    ours.hot(set_at, (), (x, (1, 1), 4.0), None)
    assert len(ours.failed) == 1


def elements_are_set() -> None:
    ours = Taped()
    x, one = ours.known(), ours.known()
    memory = ours.place(x).memory
    read = cell(ours, x, 3)
    row = cell(ours, x, 2)
    row.value.copied_bytes = 100  # so many are counted, by Python
    ours.hot(set_at, (), (x, (1, -1), one), None)
    assert read.block is not memory.block and read.geometry[:3] == ((), (), 3) and list(memory.cells) == [2]
    assert (memory.state.previous, memory.state.call.outputs[0].geometry[2]) == (None, 3)
    ours.hot(set_at, (), (x, (1, 0), 4.0), None)
    assert ours.copied == [row] and ours.hot.noted == 2
    ours.hot(set_at, (), (x, 1, 4.0), None)
    assert not ours.by_python  # nobody has read what would have to be copied
    latest = cell(ours, x, 1)
    ours.hot(set_at, (), (x, 1, 4.0), None)
    assert [entry[0] for entry in ours.by_python] == [x] and latest  # Python sorts who reads a row
    assert memory.state.call.cut is None
    one.requires_grad = True
    for ours.enabled in (True, False):
        ours.hot(set_at, (), (x, (0, 0), one), None)
        assert memory.state.call.cut[2:] == (None if ours.enabled else "no_grad", "call", False)
    assert not ours.failed


def cell(ours: Taped, tensor: Cells, offset: int) -> Any:
    """A value that was read of one cell, and is kept."""
    kept = ours.hot.keep(tensor)
    kept.value.sizes, kept.value.offset = (), offset
    ours.place(tensor).kept = None
    return kept


PARTS, METHODS = ("copy", "keep", "trim", "drop_dead", "shape_of"), ("follower",)


def it_is_stopped_while_it_is_asked() -> None:
    """Another thread may end the watching while torch or Python works."""
    for name in (*ASKED, "is_transformed", "has_storage", "detach", *PARTS, *METHODS):
        reached: list[bool] = []
        for act in (calls_one, sets_one, writes_one, keeps_one, calls_for_one_that_is_known):
            ours = Taped()
            stop = stopping(ours, reached)
            ours.quiet[name] = stop
            ours.start(**{name: stop} if name in PARTS else {})
            if name in METHODS:
                setattr(ours, name, stop)
            if name == "detach":
                ours.detached = stop  # type: ignore[attr-defined]
            act(ours)
            assert not ours.failed, (name, act, ours.failed)
        assert reached, name


def stopping(ours: Taped, reached: list[bool]) -> Callable[..., Any]:
    def stop(*_: Any) -> None:
        if ours.hot.taped:
            reached.append(True)
            ours.hot.stop_taping()
            gc.collect()

    return stop


def calls_one(ours: Taped) -> None:
    x = ours.known()
    stops_at_detach(ours, x)
    for number in range(40):  # C asks at every 16th of its own whether too much is kept
        was_stopped = not ours.hot.taped
        assert isinstance(ours.hot(add, (), (x, 1.0) if number % 2 else (x, Cells())), Cells)
        if was_stopped:
            break


def calls_for_one_that_is_known(ours: Taped) -> None:
    """Python notes it, so that its frames are captured for the tape alone."""
    x, known = ours.known(), ours.known()
    made: Any = lambda *_: known  # noqa: E731
    ours.roles[made] = 0
    for _ in range(3):
        assert ours.hot(made, (), (x, 1.0)) is known


def sets_one(ours: Taped) -> None:
    x, one = ours.known(), ours.known(True)
    stops_at_detach(ours, one)
    kept = cell(ours, x, 0) if ours.hot.taped else None
    if kept is not None:
        kept.value.copied_bytes = 100
    for _ in range(20):
        ours.hot(set_at, (), (x, (0, 0), one), None)
    assert x._version == 20
    del kept


def writes_one(ours: Taped) -> None:
    x, one = ours.known(), ours.known(True)
    stops_at_detach(ours, one)
    for number in range(20):
        kept = cell(ours, x, 0) if ours.hot.taped else None
        ours.hot(tuple(WRITING)[number % 3], (), (x, one), None)
        del kept
    assert x._version == 20


def keeps_one(ours: Taped) -> None:
    x = ours.known()
    stops_at_detach(ours, x)
    for _ in range(3):
        ours.hot.keep(x)
        ours.hot.keep(Cells())


def stops_at_detach(ours: Taped, tensor: Cells) -> None:
    stop = getattr(ours, "detached", None)
    if stop is not None:
        plainly = Cells.detach

        def detach() -> Any:
            stop()
            return plainly(tensor)

        tensor.detach = detach  # type: ignore[method-assign]


def dead_readers_are_thrown_away_now_and_then() -> None:
    ours = Taped()
    x = ours.known()
    memory, kept = ours.place(x).memory, []
    memory.left = 9
    for number in range(12):
        kept.append(cell(ours, x, 1))
        ours.hot(set_at, (), (x, (0, 0), 1.0), None)
        assert len(ours.swept) == max(number - 8, 0), number  # it counts anew where it is told to
    assert len(memory.cells[1]) == 12 and memory.left == 0
    memory.left = None
    kept.append(cell(ours, x, 1))
    assert ours.hot(set_at, (), (x, (0, 0), 1.0), None) is not None
    assert [type(failure) for failure in ours.failed] == [TypeError]


def readers_go_while_they_are_sorted() -> None:
    ours = Taped()
    x = ours.known()
    fresh = ours.place(x).memory.fresh
    kept = [cell(ours, x, 0) for _ in range(5)]

    def offset() -> Any:
        kept.clear()
        fresh.clear()
        gc.collect()
        return 0

    for one in kept:
        one.value.storage_offset = offset
    del one
    ours.hot(set_at, (), (x, (0, 0), 1.0), None)
    assert x._version == 1 and not ours.failed


def a_state_goes_while_the_next_is_made() -> None:
    """The collector runs at every object that is made, and lets go of what the memory was in."""
    ours = Taped()
    x, y = ours.known(), ours.known()
    memories = [ours.place(x).memory, ours.place(y).memory]

    def lets_go(phase: str, _: Any) -> None:
        for memory in memories:
            memory.state = None

    threshold = gc.get_threshold()
    gc.callbacks.append(lets_go)
    gc.set_threshold(1)
    try:
        for number in range(50):
            ours.hot(set_at, (), (x, (0, 0), 1.0), None)
            ours.place(y).memory.state = object()
            ours.place(y).kept = None
            ours.hot(add, (), (y, float(number)))
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(lets_go)
    assert not ours.failed


def what_is_raised_is_forgotten_only_where_it_is_an_answer() -> None:
    for name in ("size", "stride", "storage_offset"):
        for error, told in ((RuntimeError, 0), (KeyboardInterrupt, 1)):
            ours = Taped()
            x = ours.known()
            setattr(x, name, raising(error))
            assert ours.hot(set_at, (), (x, (0, 0), 1.0), None) == ("by Python", None)
            assert [type(failure) for failure in ours.failed] == [error] * told
    for name in ("requires_grad", "is_cpu", "layout", "_version"):
        for error, told in ((RuntimeError, 0), (SystemExit, 1)):
            ours = Taped()
            refusing = type("Refusing", (Cells,), {name: property(raising(error), lambda self, value: None)})
            ours.kinds[refusing] = 1
            made: Any = lambda *_, cls=refusing: cls()  # noqa: E731
            ours.roles[made] = 0
            assert type(ours.hot(made, (), (ours.known(),))) is refusing
            assert len(ours.failed) == (told or name == "is_cpu"), (name, error, ours.failed)


def raising(error: type[BaseException]) -> Callable[..., Any]:
    def act(*_: Any) -> Any:
        raise error

    return act


def odd_answers_are_left_to_python() -> None:
    for name, answer in (
        ("size", [2, 2]),
        ("size", (2,)),
        ("size", ("a", "b")),
        ("stride", ()),
        ("stride", (2, 1, 1)),
        ("stride", None),
        ("stride", ("a", "b")),
        ("storage_offset", "far"),
        ("storage_offset", -1),
    ):
        ours = Taped()
        x = ours.known()
        setattr(x, name, lambda answer=answer: answer)
        assert ours.hot(set_at, (), (x, (0, 0), 1.0), None) == ("by Python", None), (name, answer)
        assert not ours.failed
    for index in (2, -3, (0, 2), (), (0, 0, 0), True, None, "a", 2**70, [0]):
        ours = Taped()
        assert ours.hot(set_at, (), (ours.known(), index, 1.0), None) == ("by Python", None), index
    ours = Taped()
    x = ours.known()
    x.detach = lambda: 3  # type: ignore[method-assign]
    assert ours.hot.keep(x).value == 3
    assert ours.hot.hide(3) is None


def what_was_interrupted_while_it_was_made_is_forgotten() -> None:
    ours = Taped()
    memory = Memory()
    half = Stored(memory, ours.dead.append)
    del memory
    assert ours.dead == [half]
    assert isinstance(ours.hot(add, (), (ours.known(),)), Cells)
    assert half not in ours.dead and not ours.failed


def a_late_set_costs_no_more_than_an_early_one() -> None:
    ours = Taped()
    ours.start(serial=itertools.count(2**40))
    x = ours.known()
    for _ in range(64):
        ours.hot(set_at, (), (x, (0, 0), 1.0), None)
    assert len(ours.calls) == 64 and len(ours.trimmed) == 4


def handlers_are_called_before_the_element_is_set() -> None:
    ours = Taped()
    x = ours.known()
    ours.quiet["is_profiled"] = lambda: ours.waiting.update({14: None})
    raised(TimeoutError, ours.hot, set_at, (), (x, (0, 0), 1.0), None)
    assert x._version == 0 and not ours.failed

    def on(error: BaseException) -> None:
        raise error

    ours.quiet["is_profiled"] = bool
    ours.fail = on  # type: ignore[method-assign]
    ours.overwritten = lambda *_: ours.waiting.update({14: None}) or 1 // 0  # type: ignore[func-returns-value]
    error = raised(TimeoutError, ours.hot, set_at, (), (x, (0, 0), 1.0), None)
    assert isinstance(error.__context__, ZeroDivisionError) and not ours.waiting


def wrong_parts_are_refused() -> None:
    ours = Taped()
    for wrong in ({"entries": []}, {"dead": {}}, {"exported": []}, {"serial": 3}):
        raised(TypeError, ours.start, **wrong)
        assert not ours.hot.taped
    raised(TypeError, ours.hot.start_taping, CLASSES, 64)
    raised(TypeError, ours.hot.start_taping, [], 64)
    for classes in (CLASSES[:-1], (*CLASSES[:-1], (*CLASSES[-1], "another")), (*CLASSES[:-1], (Clock, "missing"))):
        raised((TypeError, AttributeError), ours.start, classes)
        assert not ours.hot.taped
    refused: list[BaseException] = []
    ours.start(is_transformed=lambda tensor: refused.append(raised(RuntimeError, ours.start)) or False)  # type: ignore[func-returns-value]
    assert isinstance(ours.hot(add, (), (ours.known(),)), Cells)  # what is in use is not replaced
    assert [str(error) for error in refused] == ["another tape is in use"]
    ours.start()
    ours.start(serial=iter(()))
    ours.hot(set_at, (), (ours.known(), (0, 0), 1.0), None)
    assert [type(failure) for failure in ours.failed] == [SystemError]


ACTS = (
    calls_are_kept,
    a_view_shows_its_argument,
    elements_are_set,
    it_is_stopped_while_it_is_asked,
    dead_readers_are_thrown_away_now_and_then,
    readers_go_while_they_are_sorted,
    a_state_goes_while_the_next_is_made,
    what_is_raised_is_forgotten_only_where_it_is_an_answer,
    odd_answers_are_left_to_python,
    what_was_interrupted_while_it_was_made_is_forgotten,
    a_late_set_costs_no_more_than_an_early_one,
    handlers_are_called_before_the_element_is_set,
    wrong_parts_are_refused,
)
