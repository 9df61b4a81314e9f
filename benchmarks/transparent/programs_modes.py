"""Function modes, dispatch modes and subclasses nested inside ours, outside it and across it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

STEPS = 9


class _Calls(TorchFunctionMode):
    """Notes what it sees, and how deep the stack of modes is below it."""

    def __init__(self, log: list[Any], name: str) -> None:
        super().__init__()
        self.log, self.name = log, name

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.log.append((self.name, torch.overrides.resolve_name(func), sorted(t.__name__ for t in types)))
        return func(*args, **(kwargs or {}))


class _Operations(TorchDispatchMode):
    def __init__(self, log: list[Any], name: str) -> None:
        super().__init__()
        self.log, self.name = log, name

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.log.append((self.name, str(func), len(args)))
        return func(*args, **(kwargs or {}))


class _InDouble(TorchFunctionMode):
    """Changes what functions compute."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is torch.ones:
            return func(*args, **{**(kwargs or {}), "dtype": torch.float64})
        out = func(*args, **(kwargs or {}))
        return out * 2 if func is torch.exp else out


class _Refusing(TorchFunctionMode):
    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is torch.sin:
            raise ValueError("no sines")
        return func(*args, **(kwargs or {}))


class _NotMine(TorchFunctionMode):
    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return NotImplemented if func is torch.cos else func(*args, **(kwargs or {}))


def _work(steps: int = STEPS) -> list[torch.Tensor]:
    torch.manual_seed(2)
    model = nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.GELU(), nn.Linear(4, 1))
    optimizer = torch.optim.AdamW(model.parameters(), foreach=False)
    for _ in range(steps):
        optimizer.zero_grad()
        h = model(torch.randn(5, 3))
        h[0] = 0.5
        with torch.no_grad():
            scale = h.abs().max().item()
        (h.pow(2).mean() * scale).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return list(model.parameters())


@contextlib.contextmanager
def _recording_here() -> Iterator[None]:
    """Recording begun at this place too, where this run is a recorded one: modes around it are outside ours."""
    from transparent.recording import recorded
    from whygrad.session import Session

    with recorded("run" if Session.running is not None else "plain"):
        yield


def many_modes_inside() -> Any:
    log: list[Any] = []
    with _Calls(log, "a"), _Operations(log, "b"), _Calls(log, "c"), _Operations(log, "d"), torch.device("cpu"):
        weights = _work()
    return log, weights


def many_modes_outside() -> Any:
    log: list[Any] = []
    with _Calls(log, "a"), _Operations(log, "b"), _Calls(log, "c"):
        with _recording_here():
            weights = _work()
        log.append("recording ended")
        more = _work(2)
    return log, weights, more


def modes_on_both_sides() -> Any:
    log: list[Any] = []
    with _Operations(log, "outer"), _Calls(log, "outer"), _recording_here():
        first = _work(2)
        with _Calls(log, "inner"), _Operations(log, "inner"):
            second = _work()
        third = _work(2)
    return log, first, second, third


def modes_that_change_results() -> Any:
    found: list[Any] = []
    for outside in (True, False):
        with contextlib.ExitStack() as stack:
            if outside:
                stack.enter_context(_InDouble())
            stack.enter_context(_recording_here())
            if not outside:
                stack.enter_context(_InDouble())
            x = torch.ones(3).requires_grad_()
            y = torch.exp(x)
            y.sum().backward()
            found += [x, y, x.grad]
    return found


def modes_that_raise_or_decline() -> Any:
    found: list[Any] = []
    for mode in (_Refusing, _NotMine):
        for outside in (True, False):
            with contextlib.ExitStack() as stack:
                if outside:
                    stack.enter_context(mode())
                stack.enter_context(_recording_here())
                if not outside:
                    stack.enter_context(mode())
                for function in (torch.sin, torch.cos):
                    try:
                        found.append(function(torch.ones(2, requires_grad=True)))
                    except (ValueError, TypeError) as error:
                        found.append((type(error).__name__, str(error).partition(" at 0x")[0]))
    return found


def modes_entered_twice_and_in_generators() -> Any:
    log: list[Any] = []
    mode = _Calls(log, "again")

    def batches() -> Iterator[torch.Tensor]:
        with _Calls(log, "generator"):
            for _ in range(3):
                yield torch.randn(2)

    with mode:
        x = torch.ones(2, requires_grad=True)
        with mode:
            x.sin()
    for batch in batches():  # the mode is in force in the loop's body too
        (x * batch).sum().backward()
    left = batches()
    next(left)
    x.cos()
    left.close()
    return log, x.grad


def modes_left_by_an_error() -> Any:
    log: list[Any] = []
    depths = []
    for _ in range(3):
        try:
            with _Calls(log, "a"), _Operations(log, "b"):
                x = torch.ones(2, requires_grad=True)
                x.sum().backward()
                x @ torch.ones(3)
        except RuntimeError as error:
            log.append(str(error))
        depths.append(len(torch.overrides._get_current_function_mode_stack()) - len(_ours()))
    return log, depths


def _ours() -> list[Any]:
    stack = torch.overrides._get_current_function_mode_stack()
    return [m for m in stack if type(m).__module__.startswith("whygrad")]


def overrides_disabled() -> Any:
    log: list[Any] = []

    class Loud(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            log.append(getattr(func, "__name__", "?"))
            return super().__torch_function__(func, types, args, kwargs or {})

    x = torch.ones(3).as_subclass(Loud).requires_grad_()
    with _Calls(log, "mode"):
        for switch in (torch._C.DisableTorchFunction, torch._C.DisableTorchFunctionSubclass):
            with switch():
                out = (x * 2).sum()
                out.backward()
                log.append((type(out).__name__, torch._C._is_torch_function_enabled()))
    return log, x.grad


class _Length:
    """No tensor, but torch's functions take it."""

    def __init__(self, value: float, log: list[Any]) -> None:
        self.value, self.log = value, log

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        mine = next(a for a in args if isinstance(a, cls))
        mine.log.append((func.__name__, [t.__name__ for t in types]))
        return func(*(a.value if isinstance(a, cls) else a for a in args), **(kwargs or {}))


def objects_that_are_no_tensors() -> Any:
    log: list[Any] = []
    w = torch.ones(2, requires_grad=True)
    length = _Length(3.0, log)
    out = torch.mul(w, length) + torch.nn.functional.softplus(w) + torch.add(w, length)
    out.sum().backward()
    try:
        torch.sum(length)
    except TypeError as error:
        log.append(str(error))
    return log, w.grad


def functions_of_the_programs_own_that_can_be_overridden() -> Any:
    log: list[Any] = []

    def double(x: Any) -> Any:
        if torch.overrides.has_torch_function_unary(x):
            return torch.overrides.handle_torch_function(double, (x,), x)
        log.append("inside")
        return x * 2

    class Mine(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            log.append(func.__name__)
            return super().__torch_function__(func, types, args, kwargs or {})

    w = torch.ones(2, requires_grad=True)
    for _ in range(3):
        double(w).sum().backward()
        double(torch.ones(2).as_subclass(Mine))
    wrapped = torch.overrides.wrap_torch_function(lambda x: (x,))(lambda x: x + 1)
    return (
        log,
        w.grad,
        wrapped(w),
        torch.overrides.is_tensor_like(w),
        torch.overrides.is_tensor_method_or_property(torch.Tensor.add),
    )


def subclasses_of_parameters_and_modes_at_once() -> Any:
    log: list[Any] = []

    class Named(nn.Parameter):
        def __new__(cls, data: Any, name: str = "") -> Any:
            made = super().__new__(cls, data)
            made.label = name
            return made

        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            log.append(getattr(func, "__name__", "?"))
            with torch._C.DisableTorchFunctionSubclass():
                return func(*args, **(kwargs or {}))

    w = Named(torch.ones(2), "w")
    optimizer = torch.optim.SGD([w], lr=0.1)
    with _Calls(log, "mode"):
        for _ in range(STEPS):
            optimizer.zero_grad()
            (w * 3).exp().sum().backward()
            optimizer.step()
    return log, w, w.grad, type(w).__name__, w.label, w.__dict__


def two_subclasses_in_one_call() -> Any:
    log: list[Any] = []

    def made(name: str, declines: bool) -> type:
        def handle(cls: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            log.append((name, getattr(func, "__name__", "?"), [t.__name__ for t in types]))
            if declines:
                return NotImplemented
            with torch._C.DisableTorchFunctionSubclass():
                return func(*args, **(kwargs or {}))

        return type(name, (torch.Tensor,), {"__torch_function__": classmethod(handle)})

    for first, second in ((False, False), (True, False), (False, True), (True, True)):
        one, other = (torch.ones(2).as_subclass(made(n, d)) for n, d in (("One", first), ("Other", second)))
        try:
            log.append(torch.add(one, other).tolist())
        except TypeError as error:
            log.append(str(error))
    return log


def default_devices_and_types() -> Any:
    found: list[Any] = []
    torch.set_default_device("cpu")
    x = torch.randn(3, requires_grad=True)
    (x * torch.arange(3)).sum().backward()
    found += [x.grad, nn.Linear(2, 2).weight]
    torch.set_default_device("meta")
    found.append(nn.Linear(2, 2)(torch.ones(1, 2)))
    with torch.device("cpu"):
        found.append(torch.ones(2))
        torch.set_default_dtype(torch.float64)
        found += [torch.ones(2), torch.tensor(1.5) * 2, nn.Linear(2, 2).weight]
    torch.set_default_device(None)
    torch.set_default_dtype(torch.float32)
    return found, str(torch.get_default_device()), torch.get_default_dtype()


def modes_around_a_step_that_raised() -> Any:
    """A step that raised has not told that it ended; what the program enters and leaves after it stays its own."""
    log: list[Any] = []
    w = nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([w], lr=0.1)
    handle = optimizer.register_step_post_hook(lambda *_: 1 / 0)
    for step in range(4):
        with _Calls(log, f"around {step}"):
            w.sum().backward()
            try:
                optimizer.step()
            except ZeroDivisionError:
                log.append("raised")
            with _Calls(log, f"inside {step}"):
                (w * 2).sum().backward()
            w.sin()
        log.append(len(torch.overrides._get_current_function_mode_stack()) - len(_ours()))
    handle.remove()
    return log, w, w.grad


def arrays_under_a_dispatch_mode() -> Any:
    """What leaves torch, comes back and is used for a pass is copied by nobody."""
    seen: list[Any] = []
    w = torch.ones(3, requires_grad=True)
    for _ in range(STEPS):
        with _Operations(seen, "operation"):
            array = w.detach().numpy()
            (w * torch.from_numpy(array.copy())).sum().backward()
    return seen, w.grad


def failures_under_a_dispatch_mode() -> Any:
    """What was saved for a pass that fails is read by nobody."""
    seen: list[Any] = []
    for _ in range(STEPS):
        w = torch.ones(3, requires_grad=True)
        saved, freed = w.exp(), w.exp()  # the later one is met first
        freed.sum().backward()
        with _Operations(seen, "operation"):
            try:
                (freed * saved).sum().backward()
            except RuntimeError as error:
                seen.append(str(error))
    return seen
