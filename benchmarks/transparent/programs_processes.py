"""Processes that a program starts: workers by fork and spawn, pools, children that raise, and what they print."""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import threading
import traceback
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import torch
from torch import nn


class _Noisy(torch.utils.data.Dataset):
    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> Any:
        worker = torch.utils.data.get_worker_info()
        return torch.full((2,), float(index)) + torch.rand(2), torch.tensor(-1 if worker is None else worker.id)


class _Broken(_Noisy):
    def __getitem__(self, index: int) -> Any:
        return torch.ones(2) @ torch.ones(index + 3)


def _seeded(worker: int) -> None:
    torch.manual_seed(worker)


def workers_by_fork_and_by_spawn() -> Any:
    found: list[Any] = []
    for start in ("fork", "spawn"):
        loader = torch.utils.data.DataLoader(
            _Noisy(), 2, num_workers=2, multiprocessing_context=start, worker_init_fn=_seeded, persistent_workers=True
        )
        w = torch.ones(2, requires_grad=True)
        for _ in range(2):
            for x, workers in loader:
                (w * x).sum().backward()
                found.append((x, workers))
        found.append(w.grad)
    return found


def workers_that_raise() -> Any:
    loader = torch.utils.data.DataLoader(_Broken(), 2, num_workers=1, multiprocessing_context="fork")
    try:
        return list(loader)
    except RuntimeError as error:
        return str(error)


def _fail(number: int) -> None:
    model = nn.Sequential(nn.Linear(2, 2), nn.Softmax(-1))
    nn.functional.softmax(model(torch.ones(1, 2)), -1)
    if number:
        torch.nn.functional.cross_entropy(model(torch.ones(2, 2)), torch.tensor([0, 5]))
    with torch.no_grad():
        loss = model(torch.ones(1, 2)).sum()
    loss.backward()


def children_that_raise() -> Any:
    """Their tracebacks go to stderr, where the one that started them prints too."""
    codes = []
    for start in ("fork", "spawn"):
        for number in range(2):
            child = multiprocessing.get_context(start).Process(target=_fail, args=(number,), name=f"child-{number}")
            child.start()
            child.join()
            codes.append(child.exitcode)
    return codes


def spawned_ranks_that_raise() -> Any:
    try:
        torch.multiprocessing.start_processes(_fail, nprocs=1, start_method="fork")
    except Exception as error:
        return type(error).__name__, re.sub(r"process \d+", "process", str(error))
    return None


def _square(x: torch.Tensor) -> Any:
    w = torch.ones(3, requires_grad=True)
    (w * x).pow(2).sum().backward()
    return w.grad


def _refuse(x: torch.Tensor) -> torch.Tensor:
    return x.view(7)


def pools() -> Any:
    found: list[Any] = []
    inputs = [torch.full((3,), float(n)) for n in range(4)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found.append(pool.map(_square, inputs))
        try:
            pool.apply(_refuse, (torch.ones(3),))
        except RuntimeError as error:
            found.append([str(error), "".join(traceback.format_exception(error))])
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as executor:
        found.append(list(executor.map(_square, inputs)))
        try:
            executor.submit(_refuse, torch.ones(3)).result()
        except RuntimeError as error:
            found.append([str(error), str(error.__cause__)])
    return found


def _put(queue: Any, shared: torch.Tensor, received: Any) -> None:
    shared.add_(1)
    queue.put(shared * 2)
    received.wait(30)


def tensors_sent_between_processes() -> Any:
    context = torch.multiprocessing.get_context("fork")
    queue, shared = context.SimpleQueue(), torch.zeros(3).share_memory_()
    received = context.Event()
    child = context.Process(target=_put, args=(queue, shared, received))
    child.start()
    got = queue.get()
    received.set()
    child.join()
    return got, shared, shared.is_shared()


def tasks_that_interleave_gradient_modes() -> Any:
    """Grad modes belong to the thread, not to the task: what one task switches another one sees."""
    seen: list[Any] = []

    async def switched(name: str, on: bool) -> None:
        with torch.set_grad_enabled(on):
            for _ in range(3):
                w = torch.ones(2, requires_grad=True)
                seen.append((name, torch.is_grad_enabled(), (w * 2).requires_grad))
                await asyncio.sleep(0)

    async def trained() -> Any:
        w = torch.ones(2, requires_grad=True)
        for _ in range(4):
            await asyncio.sleep(0)
            try:
                (w * 2).sum().backward()
            except RuntimeError as error:
                seen.append(str(error))
        return w.grad

    async def in_a_thread() -> Any:
        return await asyncio.to_thread(_square, torch.ones(3))

    async def whole() -> Any:
        return await asyncio.gather(switched("off", False), switched("on", True), trained(), in_a_thread())

    return asyncio.run(whole()), seen, torch.is_grad_enabled()


def threads_that_raise() -> Any:
    """What nobody caught is printed by Python itself, with the program's own lines."""
    w = torch.ones(3, requires_grad=True)
    loss = w.exp().sum()
    loss.backward()
    for work in (loss.backward, lambda: w.view(7), lambda: torch.nn.Linear(2, 2)(w)):
        thread = threading.Thread(target=work, name="worker")
        thread.start()
        thread.join()
    return w.grad
