"""Writes that are entered into the tape in C, by themselves: slices that are set, and calls that write in place."""

from __future__ import annotations

from tape_alone import raising
from tape_stand_ins import WRITING, Cells, Taped, add, add_to, copy_into, set_at, write


def slices_are_set() -> None:
    ours = Taped()
    x = ours.known()
    state = lambda: ours.place(x).memory.state.call.outputs[0].geometry[:3]  # noqa: E731
    for index, shown in (
        ((slice(None), 1), ((2,), (2,), 1)),
        ((1, slice(0, 1)), ((1,), (1,), 2)),
        (slice(1, None), ((1, 2), (2, 1), 2)),
        ((slice(None, None, 2), slice(-1, None)), ((1, 1), (4, 1), 1)),
        ((slice(0, 1, 2**62), 0), ((1,), (4,), 0)),
    ):
        ours.hot(set_at, (), (x, index, 1.0), None)
        assert state() == shown, index
    for index in (
        slice(None, None, -1),
        slice(2, 1),
        slice(0, "a"),
        slice(0, 2, 0),
        (slice(None), 2),
        2**62,
        (0, -(2**62)),
    ):
        assert ours.hot(set_at, (), (x, index, 1.0), None) == ("by Python", None), index
    assert not ours.failed


def a_write_in_place_is_kept() -> None:
    ours = Taped()
    x, y = ours.known(), ours.known(True)
    memory = ours.place(x).memory
    for function, run, given in ((write, write, 2), (add_to, add_to, 2), (copy_into, set_at, 2)):
        assert ours.hot(function, (), (x, y), None) is x
        call = memory.state.call
        assert (call.op, call.func, len(call.args), call.in_place) == (function, run, given, run is function)
        assert call.outputs[0].geometry[:3] == ((2, 2), (2, 1), 0)
        assert call.cut == (function, call.frames, None, "call", False)
    assert ours.shapes == [x] and x._version == 3
    for args in ((x,), (x, [1]), (x, (1,)), (Cells(), 1.0), (1.0, x)):
        assert ours.hot(copy_into, (), args, None) == ("by Python", args[0]), args
    ours.roles[dict] = 1 | 256
    assert ours.hot(dict, (), (), {"out": x}) == ("by Python", {"out": x})
    assert not ours.failed


def what_is_written_in_place_answers_oddly() -> None:
    for function in WRITING:
        for name, answer in (
            ("size", [2, 2]),
            ("stride", None),
            ("size", RuntimeError),
            ("storage_offset", RuntimeError),
        ):
            ours = Taped()
            x = ours.known()
            setattr(x, name, raising(answer) if isinstance(answer, type) else lambda answer=answer: answer)
            assert ours.hot(function, (), (x, 1.0), None) == ("by Python", x), (name, answer)
            assert not ours.failed


def what_was_read_cannot_be_copied() -> None:
    """Nobody knows any more who has read the cell: a failure, and nothing for Python to go on from."""
    for function in WRITING:
        ours = Taped()
        x = ours.known()
        x.sizes = ()
        result = ours.hot(add, (), (x, 1.0))
        kept = ours.place(x).kept()
        kept.value.clone = raising(RuntimeError)
        ours.hot(function, (), (x, 1.0), None)
        assert type(result) is Cells and [type(failure) for failure in ours.failed] == [RuntimeError], function


ACTS = (
    slices_are_set,
    a_write_in_place_is_kept,
    what_is_written_in_place_answers_oddly,
    what_was_read_cannot_be_copied,
)
