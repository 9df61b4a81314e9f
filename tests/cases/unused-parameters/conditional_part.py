import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

store = tempfile.NamedTemporaryFile(delete=False)
dist.init_process_group("gloo", init_method=f"file://{store.name}", rank=0, world_size=1)


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp = nn.Linear(4, 8)
        self.self_cond = nn.Linear(4, 8)
        self.out = nn.Linear(8, 4)

    def forward(self, x, previous=None):
        h = self.inp(x)
        if previous is not None:  #~ unused-parameters
            h = h + self.self_cond(previous)
        return self.out(torch.relu(h))


torch.manual_seed(0)
model = DDP(Denoiser())
opt = torch.optim.Adam(model.parameters(), 1e-3)
previous = None
for step in range(4):
    x = torch.randn(5, 4)
    pred = model(x, previous)
    loss = ((pred - x) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 2 == 0:
        previous = None
dist.destroy_process_group()
