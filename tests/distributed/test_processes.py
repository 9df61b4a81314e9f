"""Programs of several processes: each is recorded, and the first tells what they found, once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

import pytest

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
        mp.spawn(worker, args=(2, file), nprocs=2)
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


def run(folder, text, *arguments, plain=False):
    (folder / "main.py").write_text(textwrap.dedent(text))
    report = folder / "report.json"
    command = [sys.executable] if plain else [sys.executable, "-m", "whygrad", "run", "--json", str(report)]
    env = {**os.environ, "NO_COLOR": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [*command, "main.py", *arguments], cwd=folder, env=env, capture_output=True, text=True, timeout=120
    )
    findings = json.loads(report.read_text())["findings"] if report.exists() else []
    return done, findings


def test_a_rank_that_skips_a_branch_is_told_once_with_parameters_branch_and_rank(tmp_path):
    done, findings = run(tmp_path, DDP)
    plain, _ = run(tmp_path, DDP, plain=True)
    assert done.returncode == plain.returncode == 1
    assert [f["cause"] for f in findings] == ["unused-parameters"]
    assert findings[0]["lost"] == ["extra.weight", "extra.bias"]
    assert "on rank 1" in done.stderr
    assert "`extra` is used only if this is true" in done.stderr
    assert "children.py" not in done.stderr


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_a_childs_lost_gradient_is_told_by_the_parent(method, tmp_path):
    done, findings = run(tmp_path, CHILD, method)
    assert done.returncode == 1
    assert [(f["cause"], f["site"]["line"]) for f in findings] == [("detached-tensor", 9)]
    assert done.stderr.count("error[detached-tensor]") == 1


def test_a_healthy_child_is_not_mentioned(tmp_path):
    done, findings = run(tmp_path, CHILD.replace(".detach()", ""), "spawn")
    assert (done.returncode, findings) == (0, [])
    assert "whygrad" not in done.stderr


def test_processes_of_one_torchrun_tell_a_finding_once(tmp_path):
    text = """
        import torch

        w = torch.ones(2, requires_grad=True)
        (w * 2).detach().sum().backward()
    """
    (tmp_path / "main.py").write_text(textwrap.dedent(text))
    command = [
        sys.executable,
        "-m",
        "torch.distributed.run",
        "--nproc-per-node",
        "2",
        "-m",
        "whygrad",
        "run",
        "main.py",
    ]
    env = {**os.environ, "NO_COLOR": "1", "OMP_NUM_THREADS": "1", "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert done.stderr.count("error[detached-tensor]") == 1
    assert "on rank " in done.stderr
