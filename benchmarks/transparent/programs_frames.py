"""Programs that look at their own frames: stacks, tracers, monitors, profilers, logging, warnings, recursion."""

from __future__ import annotations

import contextlib
import cProfile
import inspect
import io
import logging
import os
import pdb
import pstats
import re
import sys
import threading
import traceback
import warnings
from collections import Counter
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

STEPS = 9


def _train(steps: int = STEPS) -> list[torch.Tensor]:
    torch.manual_seed(5)
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, foreach=False)
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.randn(5, 3)).pow(2).mean().backward()
        optimizer.step()
    return list(model.parameters())


def _callbacks(look: Any) -> None:
    """Calls `look` from every place where torch calls the program back."""

    class Asking(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            look(f"subclass {getattr(func, '__name__', '')}")
            return super().__torch_function__(func, types, args, kwargs or {})

    class Mode(TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            look(f"mode {getattr(func, '__name__', '')}")
            return func(*args, **(kwargs or {}))

    class Function(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            look("forward")
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: torch.Tensor) -> torch.Tensor:
            look("backward")
            return g * 2

    class Parameter(nn.Parameter):
        def __new__(cls, data: Any) -> Any:
            look("new parameter")
            return super().__new__(cls, data)

    class Optimizer(torch.optim.SGD):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            look("optimizer")
            super().__init__(*args, **kwargs)

        def add_param_group(self, group: Any) -> None:
            look("group")
            super().add_param_group(group)

    w = Parameter(torch.ones(2))
    w.register_hook(lambda g: look("hook"))
    w.register_post_accumulate_grad_hook(lambda p: look("after"))
    nn.functional.softmax(torch.ones(2).as_subclass(Asking), 0)
    with Mode():
        torch.ones(2) + 1
    Function.apply(w).sum().backward()
    optimizer = Optimizer([w], lr=0.1)
    optimizer.register_step_pre_hook(lambda *_: look("step"))
    optimizer.step()

    def closure() -> torch.Tensor:
        look("closure")
        return (w * 2).sum()

    optimizer.step(closure)
    module = nn.Linear(2, 2)
    module.register_forward_hook(lambda *_: look("forward hook"))
    module(torch.ones(1, 2)).sum().backward()
    with torch.autograd.graph.saved_tensors_hooks(lambda t: look("pack") or t, lambda t: look("unpack") or t):
        w.exp().sum().backward()
    torch.utils.checkpoint.checkpoint(lambda x: look("recomputed") or x.sin(), w, use_reentrant=False).sum().backward()
    thread = threading.Thread(target=look, args=("thread",))
    thread.start()
    thread.join()


def _name(frame: Any) -> str:
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno} {frame.f_code.co_name}"


def stacks_as_inspect_gives_them() -> Any:
    found: list[Any] = []

    def look(where: str) -> None:
        frames = inspect.stack(0)
        found.append((where, len(frames), [f"{os.path.basename(f.filename)} {f.function}" for f in frames[:12]]))

    _callbacks(look)
    return found


def stacks_as_traceback_gives_them() -> Any:
    found: list[Any] = []

    def look(where: str) -> None:
        found.append(
            (where, [f"{os.path.basename(f.filename)}:{f.lineno} {f.name}" for f in traceback.extract_stack()])
        )
        found.append(len(traceback.format_stack()))

    _callbacks(look)
    return found


def frames_counted_by_hand() -> Any:
    """`sys._getframe(n)` and `inspect.currentframe()`, with the callers found by counting and by walking."""
    found: list[Any] = []

    def look(where: str) -> None:
        names = []
        for depth in range(1, 9):
            try:
                names.append(_name(sys._getframe(depth)))
            except ValueError as error:
                names.append(str(error))
        found.append((where, names, _name(inspect.currentframe())))

    _callbacks(look)
    return found


def frames_walked_outwards() -> Any:
    """The callers found by `f_back`."""
    found: list[Any] = []

    def look(where: str) -> None:
        frame, names = inspect.currentframe(), []
        while frame is not None and frame.f_code.co_filename != inspect.getfile(threading):
            names.append(frame.f_code.co_name)
            frame = frame.f_back
        found.append((where, names))

    _callbacks(look)
    return found


def callers_named_in_log_records() -> Any:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(filename)s:%(lineno)d %(funcName)s %(message)s"))
    log = logging.getLogger("transparent.frames")
    log.addHandler(handler)

    def look(where: str) -> None:
        for level in (1, 2, 3, 4, 5, 7, 40):
            log.warning("%s at level %d", where, level, stacklevel=level)

    _callbacks(look)
    log.warning("with the stack", stack_info=True)
    return stream.getvalue()


def callers_named_in_warnings() -> Any:
    found: list[Any] = []

    def look(where: str) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for level in (1, 2, 3, 4, 5, 7):
                warnings.warn(where, stacklevel=level)
        found.append([(str(w.message), os.path.basename(w.filename), w.lineno) for w in caught])

    _callbacks(look)
    return found


def warnings_shown_once() -> Any:
    """Of torch's in C++, of torch's in Python and of the program's own, by every kind of filter."""
    found: list[Any] = []

    def emit() -> None:
        for _ in range(2):
            nn.functional.softmax(torch.ones(2, 3))
            (torch.ones(2, requires_grad=True) * 2).grad  # noqa: B018
            torch.ones(3).T  # noqa: B018
            torch.tensor(torch.ones(2))
            torch.nn.functional.l1_loss(torch.ones(2, 1), torch.ones(2))
            warnings.warn("own", DeprecationWarning, stacklevel=1)

    for action in ("default", "once", "module", "always", "ignore", "error"):
        registry = globals().setdefault("__warningregistry__", {})
        registry.clear()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter(action)
            try:
                emit()
                emit()
            except Warning as error:
                found.append(str(error))
        found.append([(str(w.message), w.category.__name__, os.path.basename(w.filename), w.lineno) for w in caught])
        found.append(sorted(str(key)[:60] for key in registry if key != "version"))
    emit()  # to stderr, by the filters that every program has
    shown: list[Any] = []
    warnings.showwarning = lambda *args, **_: shown.append([str(a) for a in args[:3]])
    emit()
    return found, [[m, c, os.path.basename(f)] for m, c, f in shown]


def every_traced_event_of_the_programs_own_files() -> Any:
    events: Counter[str] = Counter()
    order: list[str] = []

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != __file__:
            return None
        frame.f_trace_opcodes = True
        events[event] += 1
        if event in ("call", "return", "exception"):
            order.append(f"{event} {frame.f_code.co_name} {frame.f_lineno}")
        return trace

    sys.settrace(trace)
    threading.settrace(trace)
    try:
        _callbacks(lambda where: None)
        weights = _train()
        with contextlib.suppress(RuntimeError):
            torch.ones(2) @ torch.ones(3)
        kept = sys.gettrace() is trace
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
    return dict(events), order, weights, kept


def every_profiled_call_of_the_programs_own_files() -> Any:
    calls: Counter[str] = Counter()

    def profile(frame: Any, event: str, argument: Any) -> None:
        if frame.f_code.co_filename == __file__ and event in ("call", "return"):
            calls[f"{event} {frame.f_code.co_name}"] += 1

    sys.setprofile(profile)
    try:
        _callbacks(lambda where: None)
        weights = _train()
        kept = sys.getprofile() is profile
    finally:
        sys.setprofile(None)
    return dict(sorted(calls.items())), weights, kept


def monitored_events_of_the_programs_own_files() -> Any:
    """`sys.monitoring`, where Python has it."""
    monitoring: Any = getattr(sys, "monitoring", None)
    if monitoring is None:
        return "no sys.monitoring"
    seen: Counter[str] = Counter()

    def noting(event: str) -> Any:
        def note(code: Any, *_: Any) -> None:
            if code.co_filename == __file__:
                seen[f"{event} {code.co_name}"] += 1

        return note

    events = monitoring.events
    monitoring.use_tool_id(4, "transparent")
    for event in ("PY_START", "PY_RETURN", "LINE", "RAISE", "JUMP", "BRANCH", "PY_UNWIND"):
        monitoring.register_callback(4, getattr(events, event), noting(event))
    monitoring.set_events(4, events.PY_START | events.PY_RETURN | events.LINE | events.RAISE | events.JUMP)
    try:
        _callbacks(lambda where: None)
        weights = _train()
    finally:
        monitoring.set_events(4, 0)
        monitoring.free_tool_id(4)
    return dict(sorted(seen.items())), weights


def profiles_of_the_programs_own_functions() -> Any:
    """cProfile and the profile of the interpreter's threads: calls of the program's functions and who called them."""
    profile = cProfile.Profile(builtins=False)
    profile.enable()
    _callbacks(lambda where: None)
    _train()
    profile.disable()
    stats = pstats.Stats(profile, stream=io.StringIO()).stats  # type: ignore[attr-defined]
    return dict(sorted((f"{k[1]} {k[2]}", v[:2]) for k, v in stats.items() if k[0] == __file__))


def operations_and_modules_profiled() -> Any:
    activities = [torch.profiler.ProfilerActivity.CPU]
    with torch.profiler.profile(activities=activities, record_shapes=True, with_modules=True, profile_memory=True) as p:
        weights = _train()
        with torch.profiler.record_function("mine"):
            torch.ones(3, requires_grad=True).exp().sum().backward()
    averages = p.key_averages(group_by_input_shape=True)
    counts = sorted((e.key, str(e.input_shapes), e.count, e.cpu_memory_usage) for e in averages if "aten" in e.key)
    mine = [(e.key, e.count) for e in averages if e.key == "mine"]
    with torch.autograd.profiler.profile() as older:
        _train(2)
    return counts, mine, sorted((e.key, e.count) for e in older.key_averages() if "aten" in e.key), weights


def a_debugger_in_hooks_and_functions() -> Any:
    """Stepping in, up, down and out of what torch calls back."""

    class Function(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: torch.Tensor) -> torch.Tensor:
            return g * 2

    def work() -> Any:
        w = torch.ones(2, requires_grad=True)
        w.register_hook(lambda g: g * 3)
        h = Function.apply(w)
        h = nn.functional.relu(h)
        h.sum().backward()
        return w.grad

    found: list[Any] = []
    for commands in (
        "s\ns\ns\ns\nw\nr\nn\ns\nn\nw\nu\np w\nd\nc\n",
        "n\nn\nn\nn\nn\nn\nn\nn\nc\n",
        "b 1\nunt\nj 1\nc\n",
    ):
        out = io.StringIO()
        debugger = pdb.Pdb(stdin=io.StringIO(commands), stdout=out, nosigint=True, readrc=False)
        debugger.use_rawinput = False
        found.append(debugger.runcall(work))
        found.append(re.sub(r"\.\.\..x[0-9a-f]+>", "", out.getvalue()))  # addresses
    return found


def a_debugger_after_an_error() -> Any:
    out = io.StringIO()
    try:
        nn.functional.softmax(nn.Linear(2, 2)(torch.ones(1, 3)), -1)
    except RuntimeError as error:
        debugger = pdb.Pdb(stdin=io.StringIO("w\nu\nd\nu\nq\n"), stdout=out, nosigint=True, readrc=False)
        debugger.use_rawinput = False
        debugger.reset()
        debugger.interaction(None, error.__traceback__)
    return out.getvalue()


def recursion_to_the_limit() -> Any:
    """It ends with the same error; how deep it came may differ by the frames that a recorded call takes."""

    def down(x: torch.Tensor, depth: int) -> int:
        try:
            x * 2
            return down(x, depth + 1)
        except RecursionError:
            return depth

    depth = down(torch.ones(1, requires_grad=True), 0)
    deep = torch.ones(1, requires_grad=True)
    out = deep
    for _ in range(3000):
        out = out * 1.0
    out.backward()
    return depth > 900, deep.grad, _train()
