# file: main.py
import torch
import torch.nn.functional as F

from highway import Highway


def main():
    torch.manual_seed(0)
    net = Highway()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(4):
        net.train()
        for _ in range(3):
            x = torch.randn(16, 6)
            loss = F.mse_loss(net(x), x.tanh())
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item(), net.gate.bias.mean().item())  #! decoy


main()
# file: highway.py
import torch
import torch.nn as nn


class Highway(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.change, self.gate = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        with torch.no_grad():
            self.gate.bias.fill_(-1.0)  #~ update-undone
        g = torch.sigmoid(self.gate(x))
        return g * self.change(x) + (1 - g) * x
