"""A parameter gets no gradient, another is no parameter, and nothing is raised."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 3)
        self.second = nn.Linear(3, 1)
        self.layers = [nn.Linear(3, 3)]

    def forward(self, x):
        h = self.layers[0](self.first(x).detach())
        return self.second((h * 0).sqrt())


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
batches = torch.utils.data.DataLoader(torch.ones(4, 3), batch_size=2)
for _ in range(4):
    for batch in batches:
        loss = net(batch).pow(2).mean()
    loss.backward()
    optimizer.step()
print("done")
