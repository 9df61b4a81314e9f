from functools import partial

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(4, 4)
        self.keys = nn.Linear(4, 8)

    def attend(self, kv, x):
        k, v = kv.chunk(2, -1)  #~ checkpoint-misuse
        return torch.softmax(self.query(x) @ k.T, -1) @ v

    def forward(self, x, memory):
        run = partial(self.attend, self.keys(memory))
        mixed = checkpoint(run, x, use_reentrant=True)
        return mixed + checkpoint(run, mixed, use_reentrant=True)


torch.manual_seed(0)
net = Mixer()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.randn(3, 4, requires_grad=True), torch.randn(5, 4)).sum()
loss.backward()  #! decoy
optimizer.step()
