import os
import tempfile

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP

from moe import Mixture


def main():
    path = tempfile.mktemp()
    dist.init_process_group("gloo", init_method=f"file://{path}", rank=0, world_size=1)
    torch.manual_seed(0)
    model = DDP(Mixture(6, experts=3))  #~ unused-parameters|distributed-reduction
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(4):
        x = torch.randn(4, 6)
        loss = F.mse_loss(model(x), x.flip(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), flush=True)


if __name__ == "__main__":
    main()
