import torch
from torch import nn


class Pool(nn.Module):
    def __init__(self):
        super().__init__()
        self.inflow = nn.Linear(2, 5)
        self.read = nn.Linear(5, 1)
        self.drain()

    def drain(self):
        self.water = torch.zeros(5)

    def hour(self, rain):
        self.water = 0.7 * self.water + torch.relu(self.inflow(rain))
        return self.read(self.water)


def season(pool, optimizer, rain, height):
    total = 0.0
    for weather, true in zip(rain, height):
        level = pool.hour(weather)
        total = total + (level - true).pow(2).mean()
    optimizer.zero_grad()
    total.backward()  #! decoy
    optimizer.step()
    return total.item()


torch.manual_seed(0)
pool = Pool()
optimizer = torch.optim.SGD(pool.parameters(), lr=0.01)
pool.drain()  #~ backward-twice
for year in range(3):
    rain = torch.rand(8, 4, 2)
    print(year, season(pool, optimizer, rain, rain.cumsum(0).sum(-1, keepdim=True)))
