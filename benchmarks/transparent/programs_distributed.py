"""Two processes on gloo: replicas, sharded parameters, tensors that lie on both."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist
import torch.multiprocessing as processes
from torch import nn

from transparent.observe import Describer, random_state

RANKS = 2
STEPS = 11


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def _rank(rank: int, work: Callable[[int], Any], port: int, results: Any) -> None:
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), RANK=str(rank), WORLD_SIZE=str(RANKS))
    torch.set_num_threads(1)
    dist.init_process_group("gloo", rank=rank, world_size=RANKS)
    torch.manual_seed(rank)
    try:
        results.put((rank, Describer().of(work(rank)), random_state()["torch"]))
    finally:
        dist.destroy_process_group()


def _on_both(work: Callable[[int], Any]) -> Any:
    """The results of both ranks; forks inherit the recording, as the processes of a recorded program do."""
    results = processes.get_context("fork").SimpleQueue()
    processes.start_processes(_rank, (work, _free_port(), results), RANKS, start_method="fork")
    return sorted((results.get() for _ in range(RANKS)), key=lambda entry: entry[0])


def _train(model: nn.Module) -> list[Any]:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    found: list[Any] = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = model(torch.randn(4, 4)).pow(2).mean()
        loss.backward()
        found.append(nn.utils.clip_grad_norm_(model.parameters(), 1.0))
        optimizer.step()
        found.append(loss.detach())
    return [*found, *(p.grad for p in model.parameters()), *model.parameters()]


def _layers() -> nn.Module:
    torch.manual_seed(3)
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def replicas() -> Any:
    return _on_both(lambda rank: _train(nn.parallel.DistributedDataParallel(_layers())))


def sharded_parameters() -> Any:
    from torch.distributed.fsdp import fully_shard

    def work(rank: int) -> Any:
        model = _layers()
        for layer in model:
            if isinstance(layer, nn.Linear):
                fully_shard(layer, mesh=dist.init_device_mesh("cpu", (RANKS,)))
        return _train(fully_shard(model, mesh=dist.init_device_mesh("cpu", (RANKS,))))

    return _on_both(work)


def tensors_on_both() -> Any:
    from torch.distributed.tensor import Replicate, Shard, distribute_tensor
    from torch.distributed.tensor.debug import CommDebugMode

    def work(rank: int) -> Any:
        mesh = dist.init_device_mesh("cpu", (RANKS,))
        w = nn.Parameter(distribute_tensor(torch.ones(4, 4), mesh, [Shard(0)]))
        optimizer = torch.optim.SGD([w], lr=0.1)
        counts = []
        for _ in range(STEPS):
            optimizer.zero_grad()
            x = distribute_tensor(torch.randn(2, 4), mesh, [Replicate()])
            with CommDebugMode() as mode:
                loss = (x @ w).sum()
                loss.backward()
            counts.append({str(k): v for k, v in mode.get_comm_counts().items()})
            optimizer.step()
        return counts, w.to_local(), w.grad.to_local(), w.full_tensor()

    return _on_both(work)


def collectives() -> Any:
    def work(rank: int) -> Any:
        t = torch.full((3,), float(rank + 1))
        dist.all_reduce(t)
        parts = [torch.zeros(2) for _ in range(RANKS)]
        dist.all_gather(parts, torch.full((2,), float(rank)))
        objects: list[Any] = [None] * RANKS
        dist.all_gather_object(objects, {"rank": rank})
        return t, parts, objects

    return _on_both(work)


def replicas_with_hooks_of_communication() -> Any:
    from torch.distributed.algorithms.ddp_comm_hooks import default_hooks, powerSGD_hook

    def work(rank: int) -> Any:
        found: list[Any] = []
        for kind in ("own", "fp16", "power", "accumulate"):
            model = nn.parallel.DistributedDataParallel(_layers())
            calls: list[int] = []
            if kind == "own":  # without annotations: torch takes none but its own class
                model.register_comm_hook(calls, lambda state, bucket: _reduce(state, bucket))
            elif kind == "fp16":
                model.register_comm_hook(None, default_hooks.fp16_compress_hook)
            elif kind == "power":
                state = powerSGD_hook.PowerSGDState(None, matrix_approximation_rank=1, start_powerSGD_iter=2)
                model.register_comm_hook(state, powerSGD_hook.powerSGD_hook)
            else:
                with model.no_sync():
                    model(torch.randn(4, 4)).sum().backward()
            found.append([calls, _train(model)])
        return found

    return _on_both(work)


def _reduce(calls: list[int], bucket: Any) -> Any:
    calls.append(bucket.index())
    work: Any = dist.all_reduce(bucket.buffer().div_(RANKS), async_op=True)
    return work.get_future().then(lambda future: future.value()[0])


def sharded_with_mixed_precision() -> Any:
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
    from torch.utils.checkpoint import checkpoint

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = _layers()

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return checkpoint(self.layers, x, use_reentrant=False)

    def work(rank: int) -> Any:
        policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
        mesh = dist.init_device_mesh("cpu", (RANKS,))
        model = fully_shard(Block(), mesh=mesh, mp_policy=policy, reshard_after_forward=True)
        out = _train(model)
        return out, {k: v.full_tensor() for k, v in model.state_dict().items()}

    return _on_both(work)


def layers_split_over_both() -> Any:
    from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

    def work(rank: int) -> Any:
        mesh = dist.init_device_mesh("cpu", (RANKS,))
        model = parallelize_module(_layers(), mesh, {"0": ColwiseParallel(), "2": RowwiseParallel()})
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        losses = []
        for _ in range(STEPS):
            optimizer.zero_grad()
            loss = model(torch.ones(4, 4)).pow(2).mean()
            loss.backward()
            optimizer.step()
            losses.append(loss.detach())
        return losses, [p.full_tensor() for p in model.parameters()]

    return _on_both(work)
