# file: main.py
import torch
import torch.nn.functional as F

from gnn import Net


def main(steps=10):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    x, edges = torch.randn(30, 6), torch.randint(0, 30, (2, 80))
    y = (x[:, 0] > 0).long()  #! decoy
    for step in range(steps):
        loss = F.cross_entropy(net(x, edges), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: gnn.py
import torch
import torch.nn as nn


class Conv(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.message, self.own = nn.Linear(a, b), nn.Linear(a, b)

    def forward(self, x, edges):
        src, dst = edges
        out = self.own(x)
        out.data.index_add_(0, dst, self.message(x)[src])  #~ untracked-write|detached-tensor
        return out


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.head = Conv(6, 16), nn.Linear(16, 2)

    def forward(self, x, edges):
        return self.head(torch.relu(self.conv(x, edges)))
