"""The C part by itself, without torch: what it is given is made here, and does what nobody expects.

It is loaded from the folder that is named, so that sanitizers and valgrind have little else to look at:

    python tests/c_part/alone.py src/whygrad/record/hotpath
"""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
import weakref
from typing import Any

import fills_alone
import tape_alone
import writes_alone
from stand_ins import (
    DOUBLE,
    FLOAT,
    Dtype,
    Filled,
    Origin,
    Ours,
    Refusing,
    Tensor,
    clear,
    interrupt,
    module,
    parts_of,
    raised,
    raised_in_vain,
)


def calls_are_noted() -> None:
    ours, x = Ours(), Tensor(True)
    hot = ours.hot
    y = hot(lambda a, b: Tensor(), (), (x, 0.5), None)
    assert isinstance(y, Tensor)
    origin = ours.table[id(y)].origin
    assert origin.flags & 8 and origin.clock == 7 and origin.switch is None
    z = hot(lambda a, out=None: Tensor(True), (Tensor,), (y,), {"out": 3})
    assert ours.table[id(z)].origin.parents == (origin,)
    several = hot(lambda a: [Tensor(), Tensor(True), Tensor(True), Refusing()], (), (z,), None)
    assert all(id(t) in ours.table for t in several)
    assert hot(lambda: 3, (), ()) == 3
    assert hot(len, (), ([],)) == ("by Python", 0)
    assert hot(abs, (), (-3,)) == 3
    assert ours.noted[-1] == (abs, (-3,), None, None, 3, sys._getframe())
    raised(TypeError, hot, abs, (), ("no number",))
    assert hot(lambda a: a, (), (y,)) is y
    assert ours.noted
    ours.noted.clear()
    del y, z, several, origin
    gc.collect()
    assert set(ours.table) == set()
    for _ in range(200):
        x = hot(lambda *_: Tensor(), (), (x, (1, 2), [], {"a": x}))
    assert ours.contracted == 4
    assert not ours.failed


def odd_arguments_are_refused_or_left_to_python() -> None:
    hot = Ours().hot
    for wrong in ((), (1,), (1, 2, 3, 4, 5, 6, 7, 8)):
        raised(TypeError, hot, *wrong)
    raised(TypeError, hot, lambda: 1, (), (), None, other=3)
    assert hot(lambda: 1, ()) == ("by Python", 1)
    assert hot(lambda a: a, (), [4]) == ("by Python", 4)
    assert hot(lambda a: a, types=(), args=(4,)) == ("by Python", 4)
    assert hot(lambda a: a, (str,), (4,)) == ("by Python", 4)
    raised(TypeError, hot.capture, 3)
    raised(TypeError, hot.put, 3)
    raised(TypeError, hot.put, 3, 4)
    raised(TypeError, hot.hand_over, 3)
    raised(TypeError, module.HotPath)
    raised(TypeError, module.HotPath, mode=3)

    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

        def __call__(self, *args: Any) -> Any:
            return args

    assert hot(Unhashable(), (), (4,)) == ("by Python", (4,))
    wrong_kind = {**parts_of(Ours()), "table": []}
    raised(TypeError, module.HotPath, **wrong_kind)
    raised(AttributeError, module.HotPath, **{**wrong_kind, "table": {}, "Origin": object})
    raised(TypeError, module.HotPath, **{**wrong_kind, "table": {}, "limit": "many"})


def the_collector_runs_while_it_is_made() -> None:
    class Limit:
        def __index__(self) -> int:
            gc.collect()
            return 3

    for _ in range(3):
        assert module.HotPath(**{**parts_of(Ours()), "limit": Limit()})
    gc.collect()


def errors_go_where_they_belong() -> None:
    ours = Ours()
    hot = ours.hot
    raised(ZeroDivisionError, hot, lambda: 1 // 0, (), ())
    assert isinstance(ours.noted[-1][-2], ZeroDivisionError)
    raised(KeyboardInterrupt, hot, interrupt, (), ())

    def later(*args: Any) -> None:
        raise TimeoutError

    ours.call_failed = later  # type: ignore[method-assign]
    assert isinstance(raised(TimeoutError, hot, lambda: 1 // 0, (), ()).__context__, ZeroDivisionError)
    ours.take = later  # type: ignore[method-assign]
    assert isinstance(hot(lambda a: Tensor(), (), (object(),)), Tensor)
    (failure,) = ours.failed
    assert failure.__traceback__ is not None
    assert failure.__traceback__.tb_frame.f_code is later.__code__
    ours.kinds[Tensor] = "no number"
    assert isinstance(hot(lambda: Tensor(), (), ()), Tensor)
    place = ours.failed[-1].__traceback__  # C itself has raised it
    assert place is not None
    assert place.tb_lineno == sys._getframe().f_lineno - 3
    assert place.tb_frame.f_code.co_filename == __file__
    assert not place.tb_frame.f_locals
    ours.kinds[Tensor] = 1

    def on(error: BaseException) -> None:
        raise error

    ours.fail = on  # type: ignore[method-assign]
    raised(TimeoutError, hot, lambda a: Tensor(), (), (object(),))
    ours.waiting[14] = None
    raised(TimeoutError, hot, lambda a: Tensor(), (), (object(),))
    ours.waiting[14] = None
    raised(TimeoutError, hot, lambda a: Tensor(), (), (1,))


def calls_are_looked_at() -> None:
    ours = Ours()
    ours.active = True
    learning, saving = (lambda *_, **__: Tensor(True)), (lambda *_, **__: Tensor(True))
    ours.looked.update({learning: 5, saving: 7})
    x = ours.hot(learning, (), ())
    assert ours.table[id(x)].origin.extra == {"shape": (2, 3)}
    ours.hot(saving, (), (x,), {"other": x})
    assert not ours.noted
    for unknown in (Tensor, lambda *_: Tensor(True)):
        ours.hot(unknown, (), ())
    y = Tensor(True)
    ours.hot(lambda: y, (), ())
    ours.hot(saving, (), (x, y))
    ours.closely = True
    ours.hot(learning, (), ())
    ours.closely, ours.passes = False, 1
    ours.hot(learning, (), ())
    assert len(ours.noted) == 6
    ours.passes = 0
    ours.looked[learning] = "no number"  # type: ignore[assignment]
    ours.hot(learning, (), ())
    assert [type(error) for error in ours.failed] == [TypeError]
    for name in ("is_nested", "is_meta", "layout", "shape"):
        odd = Tensor(True)
        delattr(odd, name)
        made: Any = lambda tensor=odd: tensor  # noqa: E731
        ours.looked[made] = 5
        ours.hot(made, (), ())
        assert type(ours.failed[-1]) is AttributeError
    loss, known = Tensor(True), len(ours.failed)
    loss.shape, ours.scalars = [], None  # type: ignore[assignment]
    made = lambda: loss  # noqa: E731
    ours.looked[made] = 5
    ours.hot(made, (), ())
    assert len(ours.failed) == known + 1 and ours.table[id(loss)].origin.extra is None
    assert len(ours.noted) == 6


def small_values_are_read() -> None:
    """What Python looks at afterwards is what is not finite, or cannot be read."""
    ours = Ours()
    ours.active = ours.trains = True
    good = [
        Filled([1.0, -2.0]),
        Filled([1e307, 1e307], ctypes.c_double),
        Filled([3.4e38, 3.4e38]),
        Filled([0.0] * 8192),
    ]
    bad = [
        Filled([1.0, float(value)], kind)
        for value in ("nan", "inf", "-inf")
        for kind in (ctypes.c_float, ctypes.c_double)
    ]
    odd = [Filled([1.0]) for _ in range(9)]
    odd[0].shape, odd[1].shape, odd[2].together, odd[3].is_cpu, odd[4].shape = (
        (9000,),
        ("many",),
        False,
        False,
        (2**62, 4),
    )
    odd[5].data_ptr = lambda: 0  # type: ignore[method-assign]
    inside = ctypes.addressof(odd[6].values) + 1  # no place where a number begins
    odd[6].data_ptr, odd[7].nbytes, odd[8].nbytes = lambda: inside, lambda: 3, lambda: None  # type: ignore[method-assign]
    for tensors, looks in ((good, 0), (bad, 6), (odd[:7], 7)):
        ours.noted.clear()
        for tensor in tensors:
            made: Any = lambda tensor=tensor: tensor  # noqa: E731
            ours.looked[made] = 1 | 4
            ours.hot(made, (), ())
        assert len(ours.noted) == looks
    for name, error in (("is_contiguous", RuntimeError), ("data_ptr", RuntimeError), ("data_ptr", ValueError)):
        refusing = Filled([1.0])
        setattr(refusing, name, lambda error=error: raise_(error))
        made = lambda tensor=refusing: tensor  # noqa: E731
        ours.looked[made] = 1 | 4
        ours.hot(made, (), ())
    assert len(ours.noted) == 9 and [type(error) for error in ours.failed] == [ValueError]
    ours.closely, learning = True, Filled([2.0])
    learning.requires_grad = True
    made = lambda: learning  # noqa: E731
    ours.looked[made] = 1 | 4
    ours.hot(made, (), ())
    tell = module.sum_of
    parts = (Filled, Tensor, "strided", FLOAT, DOUBLE, lambda tensor: False)
    assert [tell(tensor, parts) for tensor in good[:3]] == [3.0, 2e307, 2 * good[2].values[0]]
    assert [tell(tensor, parts) for tensor in (*bad, *odd, Refusing())] == [None] * 16
    assert tell(Filled([1e308, 1e308], ctypes.c_double), parts) is None and tell(refusing, parts[:1] * 6) is None
    raised(ValueError, tell, refusing, parts)
    raised(TypeError, tell, refusing, parts[1:])
    values_are_kept(good, [*bad, *odd, Refusing()], refusing, parts)
    assert ours.results == [ours.table[id(learning)].origin] and len(ours.noted) == 9


def values_are_kept(good: list[Any], odd: list[Any], refusing: Any, parts: tuple[Any, ...]) -> None:
    """A copy is compared as torch compares: nan equals nothing, and there is one zero."""
    copied, is_same = module.kept_values, module.is_as_kept
    kept = [copied(tensor, parts) for tensor in good]
    assert [bytes(tensor.values) for tensor in good] == kept
    assert [is_same(tensor, before, parts) for tensor, before in zip(good, kept, strict=True)] == [True] * len(good)
    good[0].values[1] = 2.0
    assert is_same(good[0], kept[0], parts) is False and is_same(good[1], kept[0], parts) is None
    assert is_same(good[0], kept[3], parts) is None and is_same(Filled([-0.0] * 8192), kept[3], parts) is True
    lost = Filled([float("nan")])
    assert is_same(lost, copied(lost, parts), parts) is False
    assert copied(odd[-1], parts) is None and is_same(odd[-1], b"1234", parts) is None
    raised(ValueError, copied, refusing, parts)
    raised(ValueError, is_same, refusing, b"1234", parts)
    raised(TypeError, copied, good[0], parts[1:])
    raised(TypeError, is_same, good[0], bytearray(8), parts)


def raise_(error: type[Exception]) -> None:
    raise error("not now")


def graphs_are_walked() -> None:
    def made(flags: Any, *parents: Any) -> Origin:
        origin = Origin()
        origin.flags, origin.parents = flags, parents
        return origin

    leaf, plain = made(3), made(0)
    inner = made(1, leaf, plain)
    outer = made(1, inner, plain, leaf)
    walk = module.nearest
    assert walk([outer, outer], 0, 0, 9, False) == [outer, inner, plain, leaf]
    assert walk((outer,), 1, 0, 9, False) == [outer, inner, leaf] and walk([outer], 0, 1, 9, False) == [outer]
    assert walk([outer], 0, 0, 2, False) == [outer, inner] and walk([], 0, 0, 9, False) == []
    raised(TypeError, walk, 3, 0, 0, 9, False)
    assert walk([outer], 0, 0, 1, True) == [outer, inner, plain, leaf] and walk([leaf], 0, 2, 1, True) == [leaf]
    raised(TypeError, walk, [outer])
    raised(TypeError, walk, [made(1, *[]), made("no flags", leaf)], 0, 2, 9, False)
    raised(AttributeError, walk, [3], 0, 0, 9, False)
    odd = made(1)
    odd.parents = [leaf]
    raised(TypeError, walk, [odd], 0, 0, 9, False)


def questions_are_asked() -> None:
    assert module.is_any((lambda: 0, lambda: [3], raise_)) is True
    assert module.is_any(()) is False and module.is_any((lambda: None,)) is False
    raised(TypeError, module.is_any, [])
    raised(ZeroDivisionError, module.is_any, (lambda: 1 // 0,))

    class Learner:
        __slots__ = ("ref",)

        def __init__(self, is_leaf: Any, grad: Any) -> None:
            if is_leaf is None:
                self.ref: Any = lambda: None
                return
            tensor = Tensor()
            tensor.is_leaf, tensor.grad = is_leaf, grad  # type: ignore[attr-defined]
            self.ref = lambda: tensor

    class Writing(Learner):
        def __init__(self, learners: dict[int, Any]) -> None:
            self.ref = learners.clear

    ask, fed, hungry, gone = module.all_have_gradients, Learner(True, 3), Learner(True, None), Learner(None, None)
    assert ask({}) is True and ask({1: fed, 2: gone, 3: fed}) is True and ask({1: fed, 2: hungry}) is False
    assert ask({1: fed, 2: Learner(False, 3)}) is None and ask({1: Learner(True, 3), 2: 3}) is None
    no_tensor = Learner(None, None)
    no_tensor.ref = lambda: 3
    assert ask({1: no_tensor}) is None
    learners: dict[int, Any] = {1: fed}
    learners.update({2: Writing(learners), 3: hungry})
    assert ask(learners) is True
    raised(TypeError, ask, [fed])


def graphs_are_searched() -> None:
    def made(op: Any, flags: Any, *parents: Any) -> Origin:
        origin = Origin()
        origin.op, origin.flags, origin.parents = op, flags, parents
        return origin

    leaf, value = made("leaf", 2), made(len, 32)
    mixed = made(abs, 1, leaf, value)
    every = [mixed, value, leaf]
    select = module.select
    assert select(every, 3, 0, None, False) == [mixed, leaf] and select(every, 3, 2, None, False) == [mixed]
    assert select(every, 0, 0, {len, "leaf"}, False) == [value, leaf] and select([], 1, 1, set(), True) == []
    assert select(every, 32, 0, frozenset(), True) == [mixed] and select(every, 0, 1, {len}, True) == []
    odd = made(3, "no flags")
    odd.parents = [leaf]
    for wrong in ((), (every, 1, 0, None), (tuple(every), 1, 0, None, False), (every, 1, 0, [], False)):
        raised(TypeError, select, *wrong)
    raised(TypeError, select, [odd], 1, 0, None, False)
    raised(TypeError, select, [odd], 1, 0, None, True)
    raised(TypeError, select, every, "1", 0, None, False)
    raised(AttributeError, select, [3], 1, 0, None, False)
    raised(TypeError, select, [made([], 0)], 0, 0, {len}, False)
    assert module.ops_of([mixed, value, value, leaf]) == [abs, len, "leaf"]
    raised(TypeError, module.ops_of, (mixed,))
    raised(AttributeError, module.ops_of, [3])

    class Node:
        def __init__(self, *following: Any) -> None:
            self.next_functions: Any = tuple((node, 0) for node in following)

    end = Node(None)
    inner, outer = Node(end, None), Node()
    outer.next_functions = ((inner, 0), (end, 0), (outer, 1))
    behind = module.nodes
    assert behind([None, outer, outer], 9) == [outer, inner, end] and behind([outer], 2) == [outer, inner]
    assert behind([outer], 0) == [] and behind([], 9) == []
    for following in ([(inner, 0)], (inner,), ((inner,),)):
        outer.next_functions = following
        raised(TypeError, behind, [outer], 9)
    raised(TypeError, behind, (outer,), 9)
    raised(TypeError, behind, [outer], "9")
    raised(AttributeError, behind, [3], 9)


def averages_are_left_to_python() -> None:
    ours = Ours()
    ours.active = ours.trains = True
    adding, scaling, other = (lambda *_: Filled([1.0])), (lambda *_: Filled([1.0])), (lambda *_: Filled([1.0]))
    ours.looked.update({adding: 1 | 4 | 64, scaling: 1 | 4 | 128, other: 1 | 4})
    leaf = Tensor(True)
    result = ours.hot(other, (), (ours.hot(other, (), ()),))
    through, beyond = ours.hot(scaling, (), (result,)), ours.hot(scaling, (), (leaf,))
    for args, looks in (((result, through), 0), ((through, 2), 0), ((beyond, beyond), 1), ((result,) * 5, 1), ((), 1)):
        ours.noted.clear()
        ours.hot(adding, (), args)
        assert len(ours.noted) == looks, args
    ours.noted.clear()
    ours.mixtures[3] = "pending"
    ours.hot(adding, (), (result, through))
    ours.hot(other, (), (result,))  # which may go on with what is pending
    assert len(ours.noted) == 2 and not ours.failed
    ours.mixtures.clear()
    ours.noted.clear()
    ours.trains = False  # nothing that an average could be of
    ours.hot(adding, (), (beyond, beyond))
    assert not ours.noted and not ours.failed


def a_gradient_that_a_clipping_reads_again_is_noted_once() -> None:
    ours = Ours()
    read, other = -1_000_001, -1_000_002
    ours.hot(abs, (), (read,))
    ours.clipped[id(read)] = ours.endings[abs]
    ours.hot(abs, (), (read,))
    assert len(ours.noted) == 1
    ours.hot(abs, (), (other,))
    ours.clipped[id(read)] = None  # noted by something else
    ours.hot(abs, (), (read,))
    assert len(ours.noted) == 3 and not ours.failed


def results_without_a_gradient_are_looked_at() -> None:
    ours = Ours()
    ours.active = True

    def extra_of(tensor: Tensor) -> Any:
        made: Any = lambda: tensor  # noqa: E731
        ours.looked[made] = 1
        ours.hot(made, (), ())
        return ours.table[id(tensor)].origin.extra

    numbers = [Tensor() for _ in range(5)]
    for tensor, real, imaginary in zip(numbers, (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), strict=True):
        tensor.dtype = Dtype(real, imaginary)
    numbers[3].is_quantized, numbers[4].shape = True, []
    extras = [extra_of(tensor) for tensor in numbers]
    assert extras == [{"shape": (2, 3)}, None, None, None, {"shape": ()}]
    assert len(ours.noted) == 3
    ours._now = "off"
    numbers.append(Tensor())
    assert extra_of(numbers[-1]) == {"shape": (2, 3)}
    ours._now = None
    numbers.append(Tensor())  # nobody tells what kind of numbers it has
    extra_of(numbers[-1])
    assert [type(error) for error in ours.failed] == [AttributeError]


def what_is_read_is_changed_meanwhile() -> None:
    ours = Ours(limit=1)
    results = [Tensor() for _ in range(8)]
    ours.contract = results.clear  # type: ignore[method-assign]
    ours.hot(lambda: results, (), ())
    ours.contract = lambda: None  # type: ignore[method-assign]

    def empties(value: Any, parents: list[Any], frame: Any, depth: int) -> int:
        for holder in gc.get_referrers(value):
            if type(holder) is dict and "first" in holder:
                holder.clear()
        del value
        gc.collect()
        return 0

    ours.take = empties  # type: ignore[method-assign]
    for _ in range(3):
        ours.hot(lambda **_: Tensor(), (), (), {"first": object(), "second": object(), "third": object()})

    assert not ours.failed


def classes_are_not_asked_for_their_hash() -> None:
    class Meta(type):
        def __hash__(cls) -> int:
            asked.append(cls)
            return 3

    asked: list[Any] = []
    ours, odd = Ours(), Meta("Odd", (), {})
    ours.kind_of = lambda cls: 4 if cls is odd else ours.kinds[cls]
    ours.hot = module.HotPath(**parts_of(ours))
    ours.hot(lambda *_, **__: Tensor(), (), (odd(),), {"named": odd()})
    ours.hot(lambda *_: [Tensor(), odd(), Tensor()], (), ())
    assert ours.hot(lambda *_: 3, (odd,), ()) == ("by Python", 3)
    ours.hot(lambda *_: odd(), (), ())
    assert not asked
    assert not ours.failed


def code_dies_while_its_place_is_noted() -> None:
    """The tuples of places are kept to be used again; one that goes takes its code with it, and Python may run then."""
    ours = Ours()
    hot = ours.hot

    def again(_: Any) -> None:
        hot(lambda: Tensor(), (), ())
        hot.capture(sys._getframe())

    refs = []
    for number in range(300):
        scope: dict[str, Any] = {"hot": hot, "Tensor": Tensor}
        exec(f"def f{number}():\n    return hot(lambda: Tensor(), (), ())", scope)
        function = scope[f"f{number}"]
        refs.append(weakref.ref(function.__code__, again))
        made = function()
        assert ours.table[id(made)].origin.frames[0] is function.__code__  # and not the place that `again` has noted
        del function, scope, made
    own = module_frames(hot)
    assert own


def module_frames(hot: Any) -> Any:
    """Frames that run no more."""

    def inner() -> Any:
        return sys._getframe()

    frames = [inner() for _ in range(3)]
    return [hot.capture(frame) for frame in frames]


def handed_over() -> None:
    ours = Ours()
    hot = ours.hot
    assert isinstance(hot.hand_over(lambda: Tensor(), (), (), {}), Tensor)
    assert ours.modes == [ours]
    raised(ZeroDivisionError, hot.hand_over, lambda: 1 // 0, (), (), {})
    assert ours.modes == [ours]
    ours.modes.append("another")
    assert hot.hand_over(lambda: Tensor(), (), (), {}) is hot
    assert ours.modes == [ours, "another"]
    ours.modes.pop()
    for relevant, is_ours in (((Tensor(), 3), True), ([Tensor()], True), (("",), False), (3, False), (iter(()), False)):
        assert (hot.hand_over(lambda: Tensor(), relevant, (), {}) is not hot) is is_ours
    ours.are_enabled = False
    assert hot.hand_over(lambda: Tensor(), (), (), {}) is hot
    ours.are_enabled = True
    ours.modes.clear()
    raised(IndexError, hot.hand_over, lambda: Tensor(), (), (), {})


def the_collector_takes_it_apart() -> None:
    ours = Ours()
    hot, x = ours.hot, Tensor()
    x = hot(lambda a: Tensor(), (), (x,))
    clear(hot)
    assert hot(lambda a, b=1: (a, b), (), (2,)) == (2, 1)
    assert hot(lambda a, b=1: (a, b), (), (2,), {"b": 3}) == (2, 3)
    assert hot(lambda: 1, ()) == 1
    assert hot(lambda a: a, types=(), args=(4,)) == 4
    assert hot(func=lambda a, b=1: (a, b), types=(), args=(4,), kwargs={"b": 5}) == (4, 5)
    raised(TypeError, hot)
    raised(TypeError, hot, lambda: 1, (), [1])
    raised(TypeError, hot, lambda: 1, (), (), 3)
    assert hot.capture(sys._getframe()) == ()
    assert hot.put(x, 3) is None
    assert hot.hand_over(len, (), (), {}) is hot
    del x
    it_is_called_while_it_is_taken_apart()
    cycle = Ours()
    gone = weakref.ref(cycle)
    cycle.itself = cycle  # type: ignore[attr-defined]
    del cycle
    gc.collect()
    assert gone() is None


def it_is_called_while_it_is_taken_apart() -> None:
    """Whatever goes first or last calls it once more."""

    class Last:
        def __init__(self) -> None:
            self.hot: Any = None

        def __del__(self) -> None:
            seen.append(self.hot(lambda a: a, (), [4] if by_python else (4,)))

    class Table(dict):  # type: ignore[type-arg]
        last: Any

    class Callable:
        last: Any

        def __call__(self, *args: Any) -> Any:
            return None

    seen: list[Any] = []
    for name in ("mode", "push", "table", "wholly", "sequence_number"):
        for by_python in (False, True):
            last, holder = Last(), Table() if name == "table" else Callable()
            last.hot = module.HotPath(**{**parts_of(Ours()), name: holder})
            hot, holder.last = last.hot, last
            del last, holder
            if by_python:
                raised_in_vain(clear, hot)
            else:
                clear(hot)
            del hot
    assert seen == [4] * 5


def several_threads() -> None:
    ours = Ours()

    def work() -> None:
        x = Tensor()
        for _ in range(300):
            x = ours.hot(lambda *_: Tensor(), (), (x, object()))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not ours.failed


if __name__ == "__main__":
    for act in (
        calls_are_noted,
        odd_arguments_are_refused_or_left_to_python,
        errors_go_where_they_belong,
        calls_are_looked_at,
        small_values_are_read,
        averages_are_left_to_python,
        a_gradient_that_a_clipping_reads_again_is_noted_once,
        graphs_are_walked,
        questions_are_asked,
        graphs_are_searched,
        results_without_a_gradient_are_looked_at,
        the_collector_runs_while_it_is_made,
        what_is_read_is_changed_meanwhile,
        classes_are_not_asked_for_their_hash,
        code_dies_while_its_place_is_noted,
        handed_over,
        the_collector_takes_it_apart,
        *tape_alone.ACTS,
        *writes_alone.ACTS,
        *fills_alone.ACTS,
        several_threads,
    ):
        act()
        print(act.__name__.replace("_", " "))
