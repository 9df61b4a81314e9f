"""Programs for CUDA: graphs, streams, mixed precision, pinned memory, and how much memory they take."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

STEPS = 11
DEVICE = "cuda"


def _model() -> nn.Module:
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(64, 128), nn.GELU(), nn.LayerNorm(128), nn.Linear(128, 8)).to(DEVICE)


def _end(model: nn.Module) -> list[Any]:
    return [*model.state_dict().values(), *(p.grad for p in model.parameters()), torch.cuda.get_rng_state()]


def _train(model: nn.Module, optimizer: Any, steps: int = STEPS) -> list[torch.Tensor]:
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = model(torch.randn(32, 64, device=DEVICE)).pow(2).mean()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.detach())
    return losses


def training() -> Any:
    found: list[Any] = []
    for options in ({"foreach": True}, {"fused": True}, {"foreach": False}, {"capturable": True}):
        model = _model()
        found.append(_train(model, torch.optim.AdamW(model.parameters(), **options)))
        found.append(_end(model))
    return found


def memory_at_its_peak() -> Any:
    """To the byte: what is allocated, what at the peak, and how often."""
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    model = _model()
    losses = _train(model, torch.optim.AdamW(model.parameters()), 30)
    torch.cuda.synchronize()
    stats = torch.cuda.memory_stats()
    kinds = ("allocated_bytes.all.peak", "allocated_bytes.all.current", "reserved_bytes.all.peak")
    return [stats[kind] for kind in kinds], losses[-1]


def memory_step_by_step() -> Any:
    model = _model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x, found = torch.randn(32, 64, device=DEVICE), []
    for _ in range(STEPS):
        optimizer.zero_grad()
        h = model(x)
        found.append(torch.cuda.memory_allocated())
        h.sum().backward()
        found.append(torch.cuda.memory_allocated())
        optimizer.step()
        del h
        found.append(torch.cuda.memory_allocated())
    return found


def a_graph_of_the_whole_step() -> Any:
    model, x = _model(), torch.randn(32, 64, device=DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), capturable=True)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            optimizer.zero_grad(set_to_none=True)
            model(x).pow(2).mean().backward()
            optimizer.step()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    optimizer.zero_grad(set_to_none=True)
    with torch.cuda.graph(graph):
        loss = model(x).pow(2).mean()
        loss.backward()
        optimizer.step()
    losses = []
    for _ in range(STEPS):
        x.copy_(torch.randn(32, 64, device=DEVICE))
        graph.replay()
        losses.append(loss.clone())
    return losses, _end(model)


def graphed_callables() -> Any:
    model, x = _model(), torch.randn(32, 64, device=DEVICE)
    run = torch.cuda.make_graphed_callables(model, (torch.randn_like(x),))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(STEPS):
        optimizer.zero_grad(set_to_none=True)
        loss = run(torch.randn(32, 64, device=DEVICE)).pow(2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return losses, _end(model)


def a_capture_that_fails() -> Any:
    x = torch.ones(4, device=DEVICE, requires_grad=True)
    found: list[Any] = []
    try:
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            (x * 2).sum().item()
    except RuntimeError as error:
        found.append((type(error).__name__, str(error).partition("\n")[0]))
    torch.cuda.synchronize()
    return found, (x * 3).sum()


def streams_and_events() -> Any:
    streams = [torch.cuda.Stream() for _ in range(3)]
    w = torch.ones(256, 256, device=DEVICE, requires_grad=True)
    found = []
    for step in range(STEPS):
        done = []
        for stream in streams:
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                h = (w @ w) * (step + 1)
                h.record_stream(stream)
                h.sum().backward()
                event = torch.cuda.Event()
                event.record(stream)
                done.append(event)
        for event in done:
            event.synchronize()
        torch.cuda.synchronize()
        found.append(w.grad.clone())
        w.grad = None
    return found, torch.cuda.current_stream() == torch.cuda.default_stream()


def mixed_precision() -> Any:
    found: list[Any] = []
    for dtype in (torch.float16, torch.bfloat16):
        model = _model()
        optimizer = torch.optim.AdamW(model.parameters())
        scaler = torch.amp.GradScaler(DEVICE, init_scale=2.0**16, growth_interval=3, enabled=dtype is torch.float16)
        for _ in range(STEPS):
            optimizer.zero_grad()
            with torch.autocast(DEVICE, dtype=dtype):
                loss = model(torch.randn(32, 64, device=DEVICE)).pow(2).mean()
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
            found.append((loss.detach(), norm, scaler.get_scale()))
        found.append(_end(model))
    return found


def pinned_memory() -> Any:
    data = torch.utils.data.TensorDataset(torch.randn(40, 64), torch.arange(40))
    model = _model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    found: list[Any] = []
    for workers in (0, 2):
        loader = torch.utils.data.DataLoader(data, 8, pin_memory=True, num_workers=workers, shuffle=True)
        for x, y in loader:
            found.append((x.is_pinned(), y))
            optimizer.zero_grad()
            model(x.to(DEVICE, non_blocking=True)).sum().backward()
            optimizer.step()
    return found, _end(model)


def operations_on_the_device() -> Any:
    from torch.profiler import ProfilerActivity, profile

    model, x = _model(), torch.randn(32, 64, device=DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiler:
        for _ in range(STEPS):
            optimizer.zero_grad()
            model(x).sum().backward()
            optimizer.step()
        torch.cuda.synchronize()
    events = [e for e in profiler.key_averages() if "Memset" not in e.key and not e.key.startswith("Activity Buffer")]
    return sorted((e.key, e.count) for e in events if e.key.startswith(("aten::", "void ", "cudaLaunch", "Memcpy")))


def waiting_for_the_device() -> Any:
    """A program that forbids to wait for the device is not made to wait after its first steps."""
    model, x = _model(), torch.randn(32, 64, device=DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses, raised = [], []
    for step in range(STEPS):
        torch.cuda.set_sync_debug_mode("error" if step >= 2 else "default")
        try:
            optimizer.zero_grad()
            loss = model(x).pow(2).mean()
            loss.backward()
            optimizer.step()
        except RuntimeError as error:
            raised.append(str(error))
        losses.append(loss.detach())
    torch.cuda.set_sync_debug_mode("default")
    return losses, raised, _end(model)


def recomputation_and_saving_elsewhere() -> Any:
    from torch.utils.checkpoint import checkpoint

    model, x = _model(), torch.randn(32, 64, device=DEVICE, requires_grad=True)
    drop, found = nn.Dropout(0.3), []
    for step in range(STEPS):
        checkpoint(lambda t: drop(model(t)), x, use_reentrant=bool(step % 2)).sum().backward()
        with torch.autograd.graph.save_on_cpu(pin_memory=True):
            model(x).exp().sum().backward()
        found.append(x.grad.clone())
    return found, _end(model)


def compiled_and_graphed() -> Any:
    """`mode="reduce-overhead"`: compiled by inductor, replayed as a CUDA graph."""
    torch._dynamo.reset()
    model = _model()
    run = torch.compile(model, mode="reduce-overhead", fullgraph=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(STEPS):
        torch.compiler.cudagraph_mark_step_begin()
        optimizer.zero_grad()
        loss = run(torch.randn(32, 64, device=DEVICE)).pow(2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach().clone())
    return losses, dict(torch._dynamo.utils.counters["stats"]), _end(model)


def threads_and_random_numbers() -> Any:
    from concurrent.futures import ThreadPoolExecutor

    def work(number: int) -> Any:
        source = torch.Generator(DEVICE).manual_seed(number)
        w = torch.ones(16, device=DEVICE, requires_grad=True)
        for _ in range(STEPS):
            (w * torch.randn(16, device=DEVICE, generator=source)).exp().sum().backward()
        return w.grad

    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(work, range(6)))
    return found, torch.rand(3, device=DEVICE), torch.cuda.get_rng_state()
