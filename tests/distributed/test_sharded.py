"""Sharded models on two gloo processes: shards have their names, cuts and optimizers made too early are told."""

from __future__ import annotations

import textwrap
from collections import Counter

import pytest
from drawn import WHOLE
from programs import run_program

pytestmark = pytest.mark.filterwarnings("ignore")

TRAINING = """
    import copy, os, sys, tempfile
    import torch
    import torch.distributed as dist
    import torch.multiprocessing as mp
    from torch import nn
    from torch.distributed.fsdp import FullyShardedDataParallel, MixedPrecision, ShardingStrategy
    from torch.distributed.fsdp.wrap import ModuleWrapPolicy
    from torch.nn.parallel import DistributedDataParallel
    from torch.utils.checkpoint import checkpoint

    try:
        from torch.distributed.fsdp import fully_shard
    except ImportError:  # older ones
        from torch.distributed._composable.fsdp import fully_shard


    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 16))
            self.head = nn.Linear(16, 1)

        def forward(self, x):
            return self.head(self.body(x))


    class Detached(Net):
        def forward(self, x):
            h = self.body(x).detach()
            return self.head(h)


    class Flat(Net):
        def forward(self, x):
            features = self.body(x).detach()
            return self.head(features)


    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = nn.ModuleDict({"a": nn.Sequential(nn.Sequential(nn.Linear(8, 8)), nn.Tanh())})
            self.out = nn.Linear(8, 8)

        def forward(self, x):
            return x + self.out(self.inner["a"](x))


    class CutBlock(Block):
        def forward(self, x):
            inside = self.inner["a"](x).detach()
            return x + self.out(inside)


    class OffBlock(Block):
        def forward(self, x):
            with torch.no_grad():
                inside = self.inner["a"](x)
            return x + self.out(inside)


    class Stack(nn.Module):
        def __init__(self, block=Block):
            super().__init__()
            self.blocks = nn.ModuleList([Block(), block()])
            self.head = nn.Linear(8, 8, bias=False)
            nn.init.zeros_(self.head.weight)  # so that at the first step the others get zeros
            self.tied = nn.Linear(8, 8, bias=False)
            self.tied.weight = self.head.weight

        def forward(self, x):
            for block in self.blocks:
                x = checkpoint(block, x, use_reentrant=False) if x.requires_grad else block(x)
            return self.tied(self.head(x) + 1)


    def sharded(net):
        from torch.distributed.device_mesh import init_device_mesh

        mesh = init_device_mesh("cpu", (2,))
        for layer in (net.body, net.head):
            fully_shard(layer, mesh=mesh)
        fully_shard(net, mesh=mesh)
        return net


    def flat(net, **options):
        return FullyShardedDataParallel(net, device_id=torch.device("cpu"), **options)


    def train(net, optimizer):
        torch.manual_seed(dist.get_rank())
        for step in range(4):
            loss = net(torch.randn(4, 8)).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


    def worker(rank, file):
        dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
        PROGRAM
        dist.destroy_process_group()


    if __name__ == "__main__":
        file = os.path.join(tempfile.mkdtemp(), "store")
        mp.start_processes(worker, args=(file,), nprocs=2, start_method=sys.argv[1])
"""

HEALTHY = """
    for wrap in (sharded, flat, lambda net: flat(net, use_orig_params=True), DistributedDataParallel):
        net = wrap(Net())
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        train(net, optimizer)
    net = Net()
    net.head.requires_grad_(False)
    short = MixedPrecision(param_dtype=torch.bfloat16)
    net = flat(net, use_orig_params=True, mixed_precision=short, auto_wrap_policy=ModuleWrapPolicy({nn.Sequential}))
    train(net, torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.1))
"""

HEALTHY_UNITS = """
    units = ModuleWrapPolicy({Block})
    for options in ({}, {"auto_wrap_policy": units}, {"sharding_strategy": ShardingStrategy.NO_SHARD}):
        for parameters in (False, True):
            net = flat(Stack(), use_orig_params=parameters, **options)
            train(net, torch.optim.AdamW(net.parameters(), lr=0.1))
            with torch.no_grad():
                net(torch.randn(4, 8))
            train(net, torch.optim.AdamW(net.parameters(), lr=0.1))
"""

CUT_IN_UNITS = """
    for block in (CutBlock, OffBlock):
        one = flat(Stack(block), use_orig_params=False)
        train(one, torch.optim.SGD(one.parameters(), lr=0.1))
        other = flat(Stack(block), use_orig_params=True, auto_wrap_policy=ModuleWrapPolicy({Block, block}))
        train(other, torch.optim.SGD(other.parameters(), lr=0.1))
        third = flat(Stack(block), mixed_precision=MixedPrecision(param_dtype=torch.bfloat16))
        train(third, torch.optim.SGD(third.parameters(), lr=0.1))
"""

CUT = """
    net = sharded(Detached())
    train(net, torch.optim.SGD(net.parameters(), lr=0.1))
    net = Flat()
    net.body = flat(net.body, use_orig_params=True)
    net = flat(net, use_orig_params=True)
    train(net, torch.optim.SGD(net.parameters(), lr=0.1))
"""

CUT_BETWEEN = """
    from torch.distributed.device_mesh import init_device_mesh

    body, head = nn.Linear(8, 16), nn.Linear(16, 1)
    for layer in (body, head):
        fully_shard(layer, mesh=init_device_mesh("cpu", (2,)))
    optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
    train(lambda x: head(body(x).detach()), optimizer)
"""

STALE = """
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net = sharded(net)
    train(net, optimizer)
    one = Net()
    optimizer = torch.optim.Adam(one.parameters(), lr=0.1)
    one = flat(one)
    train(one, optimizer)
    other = Net()
    optimizer = torch.optim.AdamW(other.parameters(), lr=0.1)
    other = DistributedDataParallel(copy.deepcopy(other))
    train(other, optimizer)
"""


def diagnosed(folder, program, start="fork"):
    body = textwrap.indent(textwrap.dedent(program).strip(), "    ").strip()
    (folder / "main.py").write_text(textwrap.dedent(TRAINING).replace("PROGRAM", body))
    done = run_program(folder, folder / "out", "main.py", start)
    assert done.status == 0, done.stderr
    lines = (folder / "main.py").read_text().splitlines()
    return [(f["cause"], lines[f["site"]["line"] - 1].strip(), f["lost"]) for f in done.findings], done.stderr


def test_healthy_sharded_models_get_silence(tmp_path):
    # As users start it, each process loads torch.
    findings, said = diagnosed(tmp_path, HEALTHY, "spawn" if WHOLE else "fork")
    assert findings == []
    assert "whygrad" not in said


def test_a_cut_in_a_sharded_model_is_found_and_the_shards_have_their_names(tmp_path):
    findings, _ = diagnosed(tmp_path, CUT)
    cuts = {line: (cause, lost) for cause, line, lost in findings}
    assert set(cuts) == {"h = self.body(x).detach()", "features = self.body(x).detach()"}
    assert {cause for cause, _ in cuts.values()} == {"detached-tensor"}
    _, lost = cuts["h = self.body(x).detach()"]
    assert set(lost) == {f"net.body.{layer}.{name}" for layer in (0, 2) for name in ("weight", "bias")}
    _, lost = cuts["features = self.body(x).detach()"]
    assert set(lost) == {f"net.body.{layer}.{name}" for layer in (0, 2) for name in ("weight", "bias")}


def test_a_layer_that_keeps_its_whole_parameter_gives_the_shard_its_name(tmp_path):
    """It is sharded again by its backward pass, which never comes."""
    ((cause, _, lost),), _ = diagnosed(tmp_path, CUT_BETWEEN)
    assert (cause, set(lost)) == ("detached-tensor", {"body.weight", "body.bias"})


def test_healthy_units_of_many_parameters_get_silence(tmp_path):
    findings, said = diagnosed(tmp_path, HEALTHY_UNITS)
    assert findings == []
    assert "whygrad" not in said


def test_a_cut_inside_a_unit_is_found_with_the_names_of_the_modules(tmp_path):
    findings, _ = diagnosed(tmp_path, CUT_IN_UNITS)
    # One report for each optimizer, of all ranks together.
    assert Counter((cause, line) for cause, line, _ in findings) == {
        ("detached-tensor", 'inside = self.inner["a"](x).detach()'): 3,
        ("grad-disabled", "with torch.no_grad():"): 3,
    }
    for lost in (set(lost) for _, _, lost in findings):
        name = next(iter(lost)).partition(".")[0]
        assert lost == {f"{name}.blocks.1.inner.a.0.0.{part}" for part in ("weight", "bias")}


def test_an_optimizer_made_before_sharding_is_told(tmp_path):
    findings, _ = diagnosed(tmp_path, STALE)
    assert {(cause, line) for cause, line, _ in findings} == {
        ("stale-optimizer", "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)"),
        ("stale-optimizer", "optimizer = torch.optim.Adam(one.parameters(), lr=0.1)"),
        ("stale-optimizer", "optimizer = torch.optim.AdamW(other.parameters(), lr=0.1)"),
    }
    by_line = {line: lost for _, line, lost in findings}
    assert "net.head.weight" in by_line["optimizer = torch.optim.SGD(net.parameters(), lr=0.1)"]
