import os
import tempfile

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

from net import SharedLayers


def train(model, steps=3):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(8, 6)
        loss = F.cross_entropy(model(x), (x[:, 0] > 0).long())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


def main():
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        dist.init_process_group("gloo", init_method=f"file://{os.path.join(folder, 'store')}", rank=0, world_size=1)
        try:
            train(DistributedDataParallel(SharedLayers()))  #~ distributed-reduction
        finally:
            dist.destroy_process_group()


if __name__ == "__main__":
    main()
