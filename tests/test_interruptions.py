"""What interrupts the program is the program's, also where it comes while our own code runs.

`WHYGRAD_ALARMS` is the number of interruptions at random moments of each kind; 2,000 take a minute.
"""

from __future__ import annotations

import _signal
import _thread
import ctypes
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from programs import start_program

import whygrad
from whygrad.interruptions import signals
from whygrad.interruptions.errors import is_interruption
from whygrad.record import hotpath
from whygrad.record.live import weak_tables

FOLDER = Path(__file__).parent / "interruptions"
ALARMS = int(os.environ.get("WHYGRAD_ALARMS", "150"))
PLAIN = (True, True)  # functions of torch reach their subclasses and modes, and gradients are on


class Timeout(Exception):
    pass


@pytest.fixture(params=["compiled", "python"])
def part(request, monkeypatch) -> Any:
    """What notes the calls."""
    if request.param == "python":
        monkeypatch.setattr(hotpath, "compiled", None)
    elif hotpath.compiled is None:
        pytest.skip("there was no compiler")
    return hotpath.compiled


@pytest.fixture
def handled() -> Iterator[list[Any]]:
    """The states in which the program's handler, which raises, was called."""
    states: list[Any] = []

    def handler(number: int, frame: Any) -> None:
        states.append((torch._C._is_torch_function_enabled(), torch.is_grad_enabled(), frame.f_code.co_filename))
        raise Timeout(number)

    before = signal.signal(signal.SIGALRM, handler)
    yield states
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Python's own handler: a shell has what it starts in the background ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def recorder() -> Any:
    return whygrad._latest.recorder


def alarm() -> None:
    signal.raise_signal(signal.SIGALRM)


def interrupting(monkeypatch: Any, owner: Any, name: str, interrupt: Callable[[], Any]) -> list[str]:
    """Have our own function interrupted before and after it runs, once; returns what it came to."""
    original, come_to = getattr(owner, name), []

    def interrupted(*args: Any, **kwargs: Any) -> Any:
        if come_to:
            return original(*args, **kwargs)
        come_to.append("begin")
        interrupt()
        come_to.append("middle")
        out = original(*args, **kwargs)
        come_to.append("end")
        return out

    monkeypatch.setattr(owner, name, interrupted)
    return come_to


def unknown_tensor() -> torch.Tensor:
    """One that our own code has to look at, when it is used."""
    with torch._C.DisableTorchFunction():
        return torch.ones(2)


def modes() -> list[Any]:
    return [torch._C._get_function_stack_at(i) for i in range(torch._C._len_torch_function_stack())]


def set_by_another_thread(kind: type[BaseException]) -> None:
    me = threading.get_ident()
    set_it = ctypes.pythonapi.PyThreadState_SetAsyncExc
    done = _thread.allocate_lock()
    done.acquire()
    # By no `Thread`, in whose own code the exception could come.
    _thread.start_new_thread(lambda: (set_it(ctypes.c_ulong(me), ctypes.py_object(kind)), done.release()), ())
    done.acquire()


# What is interrupted, and the call of the program's that comes to it.
ACTS: dict[str, Callable[[Any, Any], Any]] = {
    "take": lambda weight, optimizer: torch.stack([unknown_tensor(), weight]),
    "modes.grad_mode_set": lambda weight, optimizer: torch.no_grad().__enter__(),
    "suspension.step_aside": lambda weight, optimizer: optimizer.zero_grad(),
    "suspension.come_back": lambda weight, optimizer: optimizer.zero_grad(),
    "probe.attach": lambda weight, optimizer: (weight * 3).sum().backward(),
    "probe.finish": lambda weight, optimizer: (weight * 3).sum().backward(),
    "modes.enter_function": lambda weight, optimizer: Doubled.apply(weight),
    "modes.leave_function": lambda weight, optimizer: Doubled.apply(weight),
}


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        return x * 2

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> torch.Tensor:
        return grad * 2


def interrupted_act(what: str, monkeypatch: Any, interrupt: Callable[[], Any], raised: Any) -> list[str]:
    """Have one of our own functions interrupted; the program gets the exception, and the recorder goes on."""
    with whygrad.watch(keep_bytes=0):
        weight = torch.nn.Parameter(torch.ones(2))
        optimizer = torch.optim.SGD([weight], lr=0.1)
        *path, name = what.split(".")
        owner = getattr(recorder(), path[0]) if path else recorder()
        come_to = interrupting(monkeypatch, owner, name, interrupt)
        switch = recorder().modes.in_force()
        with pytest.raises(raised):
            ACTS[what](weight, optimizer)
        monkeypatch.undo()
        torch._C._set_grad_enabled(True)  # one of the acts has switched gradients off
        assert recorder().broken is None
        assert modes() == [recorder().mode]
        if path != ["modes"] or "function" in name:
            assert recorder().modes.in_force() is switch
        assert recorder().origins.get(weight * 2).parents
    return come_to


@pytest.mark.parametrize("what", ACTS)
def test_a_handler_waits_until_our_code_is_over(what, part, handled, monkeypatch):
    come_to = interrupted_act(what, monkeypatch, alarm, Timeout)
    assert come_to == ["begin", "middle", "end"]
    ((functions, gradients, file),) = handled
    assert (functions, gradients) == (True, what != "modes.grad_mode_set")
    assert not file.startswith(str(Path(whygrad.__file__).parent))


@pytest.mark.parametrize("kind", [Timeout, TimeoutError, KeyboardInterrupt])
@pytest.mark.parametrize("what", ACTS)
def test_an_exception_that_another_thread_sets_is_handed_on(what, kind, part, monkeypatch):
    come_to = interrupted_act(what, monkeypatch, lambda: set_by_another_thread(kind), kind)
    assert come_to == ["begin"]


def test_a_tracer_that_raises_in_our_code_ends_the_call_as_it_would(part, monkeypatch):
    def trace(frame: Any, event: str, argument: Any) -> None:
        sys.settrace(None)
        raise Timeout

    def traced() -> None:
        sys.settrace(trace)
        len_of([])

    def len_of(things: list[Any]) -> int:
        return len(things)

    interrupted_act("take", monkeypatch, traced, Timeout)


def test_a_handler_waits_for_the_whole_backward_pass(part, handled):
    """Without us no Python runs in this pass, so all gradients are there when the handler is called."""
    with whygrad.watch(keep_bytes=0):
        first, second = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
        loss = ((first * 2).tanh() * second.exp()).sum()
        probe, original = recorder().probe, recorder().probe._note_masked

        def looked_at(*args: Any) -> None:
            if not signals.waiting:
                alarm()
            original(*args)

        probe._note_masked = looked_at
        with pytest.raises(Timeout):
            loss.backward()
        assert first.grad is not None
        assert second.grad is not None
        assert [state[:2] for state in handled] == [PLAIN]


def test_all_handlers_are_called_although_one_raises(part, monkeypatch):
    called = []

    def raising(number: int, frame: Any) -> None:
        called.append(number)
        raise Timeout

    handlers = {signal.SIGUSR1: raising, signal.SIGUSR2: lambda number, frame: called.append(number)}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        numbers = (signal.SIGUSR1, signal.SIGUSR2, signal.SIGUSR2)
        interrupted_act("take", monkeypatch, lambda: [signal.raise_signal(n) for n in numbers], Timeout)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert called == [signal.SIGUSR1, signal.SIGUSR2]


def test_ctrl_c_waits_as_well(part, ctrl_c, monkeypatch):
    come_to = interrupted_act("take", monkeypatch, lambda: signal.raise_signal(signal.SIGINT), KeyboardInterrupt)
    assert come_to == ["begin", "middle", "end"]


def test_the_program_is_shown_its_own_handlers(ctrl_c):
    def first(number: int, frame: Any) -> None: ...

    def second(number: int, frame: Any) -> None: ...

    before = signal.signal(signal.SIGUSR1, first)
    try:
        with whygrad.watch():
            assert signal.getsignal(signal.SIGUSR1) is first
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
            assert signal.signal(signal.SIGUSR1, second) is first
            with whygrad.watch():
                assert signal.signal(signal.SIGUSR1, signal.SIG_IGN) is second
            assert signal.signal(signal.SIGUSR1, second) is signal.SIG_IGN
            with pytest.raises(TypeError, match="signal handler must be"):
                signal.signal(signal.SIGUSR1, "second")
            with pytest.raises(ValueError, match="out of range"):
                signal.signal(4000, second)
        assert _signal.getsignal(signal.SIGUSR1) is second
        assert _signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGUSR1, before)


class Odd:
    @property
    def broken(self) -> None:
        raise Timeout


def raised_by(act: Callable[[], Any]) -> Exception:
    try:
        act()
    except Exception as error:
        return error
    raise AssertionError


@pytest.mark.parametrize(
    "act",
    [
        lambda: [][0],
        lambda: int("x"),
        lambda: next(iter(())),
        lambda: torch.ones(2) + torch.ones(3),
        lambda: Odd().broken,
        lambda: exec("assert False"),
    ],
)
def test_what_our_own_calls_raise_is_ours(act):
    assert not is_interruption(raised_by(act))


def noting_calls(called: list[str]) -> Callable[[Any, str, Any], None]:
    def profile(frame: Any, event: str, argument: Any) -> None:
        if event == "call":
            called.append(frame.f_code.co_name)

    return profile


def test_a_table_runs_no_python_where_a_thing_dies():
    """A signal handler that raises there would be printed and lost."""

    class Thing:
        def __eq__(self, other: object) -> bool:
            raise AssertionError

    keys = weak_tables.WeakKeys[Thing, int]()
    things = [Thing(), Thing()]
    for number, thing in enumerate(things):
        keys[thing] = number
    called: list[str] = []
    sys.setprofile(noting_calls(called))
    del thing, things[1]
    sys.setprofile(None)
    assert called == []
    assert (len(keys), keys[things[0]]) == (1, 0)


def test_nothing_of_ours_is_left_to_be_called_where_a_tensor_dies(part):
    with whygrad.watch():
        x = torch.ones(3, requires_grad=True)
        y = (x * 2).exp()
        z = y.detach().clone()
        called: list[str] = []
        sys.setprofile(noting_calls(called))
        del x, y, z
        sys.setprofile(None)
    assert called == []


@pytest.mark.parametrize(
    ("program", "arguments"),
    [("alarms", ()), ("alarms", ("optimizer",)), ("async_exceptions", ("own",)), ("async_exceptions", ("builtin",))],
)
def test_no_interruption_at_random_moments_is_lost(program, arguments, part, tmp_path):
    seed = str(random.randrange(10**6))
    outcome = start_program(FOLDER, tmp_path, f"{program}.py", str(ALARMS), seed, *arguments)()
    states = "[]" if "optimizer" in arguments else f"[{PLAIN}]"
    assert outcome.stdout == f"{ALARMS} {ALARMS} {states}\n", (seed, outcome.stderr)
    assert "internal error" not in outcome.stderr
    assert [f["cause"] for f in outcome.findings] == ["detached-tensor"]  # it has recorded on
