"""Programs of several processes: each is recorded, and the first tells what they found, once."""

from __future__ import annotations

import re
import textwrap

import pytest
from processes import run_in_a_process, start_in_a_process
from programs import start_program

pytestmark = pytest.mark.filterwarnings("default")  # the program's own are no failures

DDP = """
    import os, sys, tempfile
    import torch
    import torch.distributed as dist
    import torch.multiprocessing as mp
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel


    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Linear(4, 4)
            self.extra = nn.Linear(4, 4)
            self.head = nn.Linear(4, 1)

        def forward(self, x, deep):
            h = torch.relu(self.body(x))
            if deep:
                h = h + self.extra(h)
            return self.head(h)


    def worker(rank, world, file):
        dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=world)
        torch.manual_seed(0)
        model = DistributedDataParallel(Net())
        for step in range(3):
            loss = model(torch.randn(2, 4), deep=rank == 0 or step == 0).sum()
            loss.backward()
            print(rank, step, flush=True)


    if __name__ == "__main__":
        file = os.path.join(tempfile.mkdtemp(), "store")
        mp.start_processes(worker, args=(2, file), nprocs=2, start_method=sys.argv[1])
"""

CHILD = """
    import multiprocessing as mp
    import sys
    import torch


    def work():
        w = torch.ones(2, requires_grad=True)
        (w * 2).detach().sum().backward()


    if __name__ == "__main__":
        mp.set_start_method(sys.argv[1])
        child = mp.Process(target=work)
        child.start()
        child.join()
        sys.exit(child.exitcode)
"""


def run(folder, text, *arguments, **options):
    """In a fork; what is spawned of it loads torch as everywhere."""
    (folder / "main.py").write_text(textwrap.dedent(text))
    return start_program(folder, folder / "out", "main.py", *arguments, **options)()


def test_a_rank_that_skips_a_branch_is_told_once_with_parameters_branch_and_rank(tmp_path):
    done = run(tmp_path, DDP, "spawn")
    plain = run(tmp_path, DDP, "fork", plain=True)
    assert done.status == plain.status == 1
    assert [f["cause"] for f in done.findings] == ["unused-parameters"]
    assert done.findings[0]["lost"] == ["extra.weight", "extra.bias"]
    assert "on rank 1" in done.stderr
    assert "`extra` is used only if this is true" in done.stderr
    assert "children.py" not in done.stderr


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_a_childs_lost_gradient_is_told_by_the_parent(method, tmp_path):
    (tmp_path / "main.py").write_text(textwrap.dedent(CHILD))
    done = run_in_a_process(tmp_path, "main.py", method) if method == "spawn" else run(tmp_path, CHILD, method)
    assert done.status == 1
    assert [(f["cause"], f["site"]["line"]) for f in done.findings] == [("detached-tensor", 9)]
    assert done.stderr.count("error[detached-tensor]") == 1


def test_a_healthy_child_is_not_mentioned(tmp_path):
    done = run(tmp_path, CHILD.replace(".detach()", ""), "spawn")
    assert (done.status, done.findings) == (0, [])
    assert "whygrad" not in done.stderr


def test_processes_of_one_torchrun_tell_a_finding_once(tmp_path):
    text = """
        import torch

        w = torch.ones(2, requires_grad=True)
        (w * 2).detach().sum().backward()
    """
    (tmp_path / "main.py").write_text(textwrap.dedent(text))
    words = ["-m", "torch.distributed.run", "--nproc-per-node", "2", "-m", "whygrad", "run", "main.py"]
    done = start_in_a_process(tmp_path, *words, TMPDIR=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.count("error[detached-tensor]") == 1
    assert re.search(r"on rank [01], the first to report it", done.stderr)
