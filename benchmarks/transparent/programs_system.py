"""What surrounds torch in a program: threads, workers, generators, debuggers, profilers, warnings, tracebacks."""

from __future__ import annotations

import asyncio
import contextvars
import cProfile
import inspect
import io
import logging
import os
import pdb
import pstats
import sys
import threading
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import torch
from torch import nn

STEPS = 11


def _train(steps: int = STEPS, model: nn.Module | None = None) -> list[torch.Tensor]:
    model = model or nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, foreach=False)
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.randn(5, 3)).pow(2).mean().backward()
        optimizer.step()
    return list(model.parameters())


class _Squares(torch.utils.data.Dataset):
    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> Any:
        return torch.tensor(float(index)) + torch.rand(()), index


def loader_with_workers() -> Any:
    found = []
    for workers in (0, 2):
        loader = torch.utils.data.DataLoader(_Squares(), batch_size=3, shuffle=True, num_workers=workers)
        w = torch.ones((), requires_grad=True)
        for x, i in loader:
            (w * x).sum().backward()
            found.append((x, i))
        found.append(w.grad)
    return found


def threads() -> Any:
    generator_of_each: dict[int, Any] = {}

    def work(number: int) -> None:
        source = torch.Generator().manual_seed(number)
        w = torch.ones(3, requires_grad=True)
        for _ in range(STEPS):
            (w * torch.randn(3, generator=source)).exp().sum().backward()
        with torch.no_grad():
            inner = torch.is_grad_enabled()
        generator_of_each[number] = (w.grad, inner, torch._C._len_torch_function_stack() >= 0)

    started = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    with ThreadPoolExecutor(2) as pool:
        more = list(pool.map(lambda n: (torch.ones(2, requires_grad=True) * n).sum().detach(), range(4)))
    return dict(sorted(generator_of_each.items())), more, threading.active_count()


def generators() -> Any:
    def batches() -> Iterator[torch.Tensor]:
        with torch.no_grad():
            for _ in range(4):
                yield torch.randn(3)

    @torch.no_grad()
    def decorated() -> Iterator[bool]:
        yield torch.is_grad_enabled()
        yield torch.is_grad_enabled()

    w = torch.ones(3, requires_grad=True)
    modes = []
    for batch in batches():
        modes.append(torch.is_grad_enabled())
        out = w * batch
        modes.append(out.requires_grad)
    left = batches()
    next(left)
    left.close()
    return modes, list(decorated()), torch.is_grad_enabled()


def asynchronous_code() -> Any:
    variable: contextvars.ContextVar[int] = contextvars.ContextVar("variable", default=0)

    async def part(number: int) -> Any:
        variable.set(number)
        w = torch.ones(2, requires_grad=True)
        for _ in range(3):
            await asyncio.sleep(0)
            (w * number).sum().backward()
        return w.grad, variable.get()

    async def whole() -> Any:
        return await asyncio.gather(*(part(n) for n in range(3)))

    return asyncio.run(whole())


def lines_traced() -> Any:
    """A debugger that follows the program's own file sees the same lines."""
    lines: Counter[int] = Counter()

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != __file__:
            return None
        lines[frame.f_lineno] += event == "line"
        return trace

    sys.settrace(trace)
    try:
        weights = _train()
    finally:
        sys.settrace(None)
    return dict(lines), weights


def calls_profiled() -> Any:
    """Calls of the program's functions and of torch's, as cProfile counts them; ours are listed beside them."""
    profile = cProfile.Profile()
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    profile.enable()
    _train(STEPS, model)
    profile.disable()
    stats = pstats.Stats(profile, stream=io.StringIO()).stats  # type: ignore[attr-defined]
    chosen = ("programs_system.py", os.path.join("nn", "modules", "linear.py"), os.path.join("optim", "sgd.py"))
    found = {f"{os.path.basename(k[0])}:{k[2]}": v[0] for k, v in stats.items() if k[0].endswith(chosen)}
    found |= {k[2]: v[0] for k, v in stats.items() if "built-in method torch._C._nn" in k[2]}
    return dict(sorted(found.items()))


def operations_profiled() -> Any:
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profiler:
        weights = _train()
    counts = {e.key: e.count for e in profiler.key_averages() if e.key.startswith(("aten::", "autograd::", "Opt"))}
    return dict(sorted(counts.items())), weights


def operations_profiled_with_shapes_and_stacks() -> Any:
    waiting = torch.profiler.schedule(wait=1, warmup=1, active=2)
    seen: list[Any] = []

    def ready(profiler: Any) -> None:
        seen.append(sorted((e.key, e.count) for e in profiler.key_averages() if e.key.startswith("aten::")))

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with torch.profiler.profile(schedule=waiting, on_trace_ready=ready, record_shapes=True) as profiler:
        for _ in range(9):
            optimizer.zero_grad()
            model(torch.randn(5, 3)).sum().backward()
            optimizer.step()
            profiler.step()
    return seen


def a_debugger_steps_through() -> Any:
    def work() -> torch.Tensor:
        w = torch.ones(2, requires_grad=True)
        h = w * 2
        h.sum().backward()
        return w.grad

    out = io.StringIO()
    debugger = pdb.Pdb(stdin=io.StringIO("s\nn\nn\np h\nn\np w.grad\nw\nc\n"), stdout=out, nosigint=True, readrc=False)
    debugger.use_rawinput = False
    result = debugger.runcall(work)
    return result, out.getvalue()


def warnings_name_the_same_lines() -> Any:
    found: list[Any] = []
    for action in ("always", "default", "once"):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter(action)
            for _ in range(3):
                nn.functional.softmax(torch.ones(2, 3))
                nn.functional.mse_loss(torch.ones(2, 1), torch.ones(2))
                (torch.ones(2, requires_grad=True) * 2).grad  # noqa: B018
                torch.tensor(torch.ones(2))
                warnings.warn("my own", stacklevel=2)
        found.append([(str(w.message), w.category.__name__, os.path.basename(w.filename), w.lineno) for w in caught])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            nn.functional.softmax(torch.ones(2, 3))
        except UserWarning as error:
            found.append(str(error))
    nn.functional.softmax(torch.ones(2, 3))
    return found


def errors_and_their_tracebacks() -> Any:
    w = torch.ones(2, 3, requires_grad=True)
    attempts = [
        lambda: w @ w,
        lambda: nn.Linear(2, 2)(w),
        lambda: w.sum().detach().backward(),
        lambda: w.view(7),
        lambda: nn.functional.cross_entropy(w, torch.tensor([5, 1])),
        lambda: w.backward(),
        lambda: torch.optim.SGD([w * 2], lr=0.1),
        lambda: w.numpy(),
        lambda: nn.utils.clip_grad_norm_(),
        lambda: nn.Parameter([1.0]),
        lambda: torch.from_numpy("text"),
        lambda: torch.optim.SGD([]),
        lambda: nn.Linear(2, 2).register_parameter("a.b", None),
        lambda: torch.autograd.grad(w.sum(), torch.ones(2, requires_grad=True)),
    ]
    found = []
    for attempt in attempts:
        try:
            attempt()
        except Exception as error:
            found.append(traceback.format_exc())
            found.append([f.name for f in traceback.extract_tb(error.__traceback__)])
    return found


def an_error_nobody_catches() -> Any:
    model = nn.Linear(2, 2)
    _train(3, nn.Linear(3, 1))
    with torch.no_grad():
        loss = model(torch.ones(1, 2)).sum()
    loss.backward()


def where_a_call_came_from() -> Any:
    """Stacks as the program's own helpers print them."""
    stacks: list[Any] = []

    class Asking(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            stacks.append([f.name for f in traceback.extract_stack()][-4:])
            return super().__torch_function__(func, types, args, kwargs or {})

    torch.ones(2).as_subclass(Asking).sin()
    w = torch.ones(2, requires_grad=True)
    w.register_hook(lambda g: stacks.append("".join(traceback.format_stack()[-1:])))
    w.sum().backward()
    return stacks


def log_records() -> Any:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(filename)s:%(lineno)d %(funcName)s %(message)s"))
    log = logging.getLogger("transparent")
    log.addHandler(handler)
    w = torch.ones(2, requires_grad=True)
    w.register_hook(lambda g: log.warning("gradient %s", g))
    for _ in range(3):
        (w * 2).sum().backward()
        log.error("loss %.3f %s", w.sum(), w.grad)
    return stream.getvalue()


def signatures() -> Any:
    functions = [
        torch.from_numpy,
        nn.utils.clip_grad_norm_,
        nn.Module.register_parameter,
        torch.optim.Optimizer.zero_grad,
        torch.optim.SGD.step,
        torch.amp.GradScaler.scale,
        torch.autograd.Function.apply,
        torch.utils.swap_tensors,
    ]
    found = []
    for function in functions:
        try:
            found.append(str(inspect.signature(function)))
        except ValueError as error:
            # Where `apply` is written in C, the refusal is worded in another way: see docs/limits.md.
            found.append(str(error) if function != torch.autograd.Function.apply else "none")
        found.append((function.__name__, (function.__doc__ or "")[:80]))
    return found


def printing() -> Any:
    w = torch.ones(2, requires_grad=True)
    h = (w * 2).relu()
    print(w, h, h.sum(), f"{h.sum():.2f}", repr(h.grad_fn.name()))
    print(nn.Linear(2, 2), torch.optim.SGD([w], lr=0.1))
    return str(h), h.tolist(), float(h.sum()), bool(h.sum() > 0), h.detach().numpy(), int(h.sum()), len(h)


def numpy_back_and_forth() -> Any:
    import numpy

    a = numpy.arange(4, dtype=numpy.float32)
    t = torch.from_numpy(a)
    t += 1
    u = t.clone().requires_grad_()
    out = numpy.sin(u.detach().numpy())
    back = torch.as_tensor(out)
    (u * back).sum().backward()
    numpy.random.rand(3)
    return a, u.grad, numpy.asarray(t), out, numpy.add(t, 1), t.numpy().base is None


def random_numbers() -> Any:
    state = torch.get_rng_state()
    found = [torch.rand(2), torch.randperm(4), torch.bernoulli(torch.full((3,), 0.5))]
    with torch.random.fork_rng():
        found.append(torch.randn(2))
    torch.set_rng_state(state)
    found.append(torch.rand(2))
    found.append(torch.distributions.Normal(torch.zeros(2, requires_grad=True), 1.0).rsample())
    found.append(nn.init.trunc_normal_(torch.empty(4)))
    return found
