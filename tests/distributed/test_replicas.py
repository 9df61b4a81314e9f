"""Replicas that do not stay equal: what two ranks noted is compared where their recordings come together."""

from __future__ import annotations

import textwrap

import pytest
from drawn import WHOLE
from programs import run_program

pytest.importorskip("torch.distributed")
pytestmark = pytest.mark.filterwarnings("default")  # the program's own are no failures

PROGRAM = """
    import os, sys, tempfile
    import torch
    import torch.distributed as dist
    import torch.multiprocessing as mp
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel


    def worker(rank, world, file, how):
        dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=world)
        torch.manual_seed(0)
        net = nn.Linear(4, 1)
        model = DistributedDataParallel(net)
        if how == "converted":
            model.double()  #~ converted
        rate = 0.1 * (rank + 1) if how == "rates" else 0.1
        optimizer = torch.optim.SGD(model.parameters(), lr=rate)
        torch.manual_seed(rank + 1)
        for step in range(4):
            x = torch.randn(8, 4, dtype=net.weight.dtype)
            optimizer.zero_grad()
            if how in ("bypassed", "averaged"):
                loss = (model.module(x) - 3).pow(2).mean()  #~ bypassed
            else:
                loss = (model(x) - 3).pow(2).mean()
            loss.backward()  #~ rates
            if how == "averaged":
                for p in net.parameters():
                    dist.all_reduce(p.grad)
                    p.grad /= world
            if rank == 0 and how == "clipped":
                nn.utils.clip_grad_norm_(net.parameters(), 0.1)  #~ clipped
            if rank == 1 and how == "scaled":
                for p in net.parameters():
                    p.grad.mul_(0.5)  #~ scaled
            if how == "clipped everywhere":
                nn.utils.clip_grad_norm_(net.parameters(), 0.1)
            optimizer.step()
        values = [torch.empty_like(net.weight) for _ in range(world)]
        dist.all_gather(values, net.weight.detach())
        if rank == 0:
            print("equal" if torch.equal(*values) else "apart")


    if __name__ == "__main__":
        file = os.path.join(tempfile.mkdtemp(), "store")
        mp.start_processes(worker, args=(2, file, sys.argv[1]), nprocs=2, start_method=sys.argv[2])
"""
# As users start them; each process loads torch, which takes twenty times as long.
SPAWNED = ("clipped", "plain") if WHOLE else ()


def run(folder, how):
    text = textwrap.dedent(PROGRAM)
    (folder / "main.py").write_text(text)
    done = run_program(folder, folder / "out", "main.py", how, "spawn" if how in SPAWNED else "fork")
    assert done.status == 0, done.stderr
    alarms = [(f["cause"], f["site"]["line"]) for f in done.alarms]
    marked = [number for number, line in enumerate(text.splitlines(), 1) if line.endswith(f"#~ {how}")]
    return done.stdout.split(), alarms, marked


@pytest.mark.parametrize("how", ["clipped", "scaled", "bypassed", "converted", "rates"])
def test_the_line_that_makes_replicas_differ_is_named_first(how, tmp_path):
    printed, alarms, marked = run(tmp_path, how)
    assert printed == ["apart"]
    assert alarms[:1] == [("replicas-differ", marked[0])]


@pytest.mark.parametrize("how", ["plain", "averaged", "clipped everywhere"])
def test_replicas_that_stay_equal_get_silence(how, tmp_path):
    printed, alarms, _ = run(tmp_path, how)
    assert printed == ["equal"]
    assert alarms == []
