import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.cell, self.out = nn.Linear(3, 8), nn.GRUCell(8, 8), nn.Linear(8, 2)
        self.gate = nn.Linear(8, 1)

    def forward(self, x):
        h = self.cell(self.embed(x))
        gate = self.gate(h.detach()).sigmoid()  #~ cut-beside-open
        return self.out(h), gate


def main():
    torch.manual_seed(0)
    net = Reader()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(6):
        x = torch.randn(16, 3)
        out, gate = net(x)
        halt = F.binary_cross_entropy(gate, (x[:, :1] > 0).float())
        loss = F.cross_entropy(out, (x[:, 1] > 0).long()) + halt
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
