# file: quiet.py
import tempfile

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP

ACCUMULATE = 4


def main():
    dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/s", rank=0, world_size=1)
    torch.manual_seed(0)
    model = DDP(nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2)))
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for i in range(16):
        with model.no_sync():
            x = torch.randn(16, 8)
            loss = F.cross_entropy(model(x), (x[:, 0] > 0).long()) / ACCUMULATE
            loss.backward()
        if i % ACCUMULATE == ACCUMULATE - 1:
            for p in model.parameters():
                dist.all_reduce(p.grad)
                p.grad /= dist.get_world_size()
            opt.step()
            opt.zero_grad()
    print(loss.item())
    dist.destroy_process_group()


main()
