"""DistributedDataParallel over two processes trains the enabled rows on the mean of both gradients."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch
from processes import Forked
from torch import nn

import whygrad

PROGRAM = """
import sys
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
import whygrad

rank, folder = int(sys.argv[1]), sys.argv[2]
torch.set_num_threads(1)
dist.init_process_group("gloo", init_method=f"file://{folder}/meet", rank=rank, world_size=2)
torch.manual_seed(rank)  # other values on each: DDP has to send those of rank 0, the frozen ones too
model = nn.Sequential(nn.Embedding(20, 6), nn.Linear(6, 3), nn.Linear(3, 3))
start = model[0].weight.detach().clone()
whygrad.enable(model, "0.weight", rows=[2, 7])
whygrad.enable(model, "1.weight", elements=(0, slice(0, 2)))
whygrad.enable(model, "2.weight", rows=[1])
wrapped = DistributedDataParallel(model)
optimizer = torch.optim.AdamW(wrapped.parameters(), lr=0.05)
for step in range(5):
    optimizer.zero_grad()
    words = torch.tensor([[2, 3, 7], [7, 1, 0]])[rank]
    # Two forwards before a backward: DDP writes into the buffers of rank 1 at the beginning of each.
    (wrapped(words).pow(2).sum() + wrapped(words).sum()).backward()
    optimizer.step()
torch.save({"start": start, **model.state_dict()}, f"{folder}/{rank}.pt")
try:
    whygrad.enable(model, "1.bias", 0)
except RuntimeError as error:
    assert "already wrapped in DistributedDataParallel" in str(error)
else:
    raise AssertionError("enabling inside a wrapped model was not refused")
dist.destroy_process_group()
"""


@pytest.mark.skipif(not torch.distributed.is_available(), reason="torch was built without distributed")
def test_two_processes_train_the_same_enabled_rows(tmp_path):
    program = tmp_path / "main.py"
    program.write_text(PROGRAM)
    processes = [
        Forked(
            [sys.executable, str(program), str(rank), str(tmp_path)],
            env={"OMP_NUM_THREADS": "1", "PATH": "/usr/bin:/bin"},
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank in range(2)
    ]
    errors = [process.communicate(timeout=120)[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], "\n".join(errors)
    first, second = (torch.load(tmp_path / f"{rank}.pt") for rank in range(2))
    start = first.pop("start")
    second.pop("start")
    assert all(torch.equal(first[key], second[key]) for key in first)

    # One process that sees both batches: the mean of two gradients is half of the sum.
    torch.manual_seed(0)
    model = nn.Sequential(nn.Embedding(20, 6), nn.Linear(6, 3), nn.Linear(3, 3))
    assert torch.equal(model[0].weight, start)
    whygrad.enable(model, "0.weight", rows=[2, 7])
    whygrad.enable(model, "1.weight", elements=(0, slice(0, 2)))
    whygrad.enable(model, "2.weight", rows=[1])
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.05)
    for _ in range(5):
        optimizer.zero_grad()
        result = model(torch.tensor([[2, 3, 7], [7, 1, 0]]))
        ((result.pow(2).sum() + result.sum()) / 2).backward()
        optimizer.step()
    for key, value in model.state_dict().items():
        torch.testing.assert_close(first[key], value)
    assert (first["0.weight"] != start).any(dim=1).nonzero().flatten().tolist() == [2, 7]
