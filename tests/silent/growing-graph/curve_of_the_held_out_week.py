# file: main.py
import torch
from torch import nn

from curves import Curves


class Demand(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 24), nn.GELU(), nn.Linear(24, 24), nn.GELU(), nn.Linear(24, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


def held_out(net, x, y, curves):
    net.eval()
    missed = nn.functional.mse_loss(net(x), y)  #~ growing-graph
    curves.add("held out", missed)  #~ growing-graph
    net.train()


def main(steps=60):
    torch.manual_seed(0)
    net, curves = Demand(), Curves()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    week = torch.randn(40, 8)
    for _ in range(steps):
        x = torch.randn(32, 8)
        loss = nn.functional.mse_loss(net(x), x[:, 0])
        opt.zero_grad()
        loss.backward()
        opt.step()
        curves.add("trained", loss.detach())
        held_out(net, week, week[:, 0], curves)
    print(f"{curves.last('held out'):.3f}")


main()
# file: curves.py
class Curves:
    def __init__(self):
        self.kept = {}

    def add(self, name, value):
        self.kept.setdefault(name, []).append(value)  #~ growing-graph

    def last(self, name):
        return self.kept[name][-1].item()
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
cell, out = nn.GRUCell(3, 8), nn.Linear(8, 1)
opt = torch.optim.Adam([*cell.parameters(), *out.parameters()], lr=2e-3)
curve = []
for _ in range(40):
    x, state = torch.randn(6, 10, 3), torch.zeros(10, 8)
    states = []
    for moment in x:
        state = cell(moment, state)
        states.append(state)
    loss = out(torch.stack(states)).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    curve.append(loss.detach())
print(f"{torch.stack(curve).mean():.3f}")
