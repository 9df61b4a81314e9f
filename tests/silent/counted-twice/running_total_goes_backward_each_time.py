# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Unrolled(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 10)
        self.out = nn.Linear(10, 3)

    def forward(self, frames):
        h, outs = torch.zeros(frames.shape[1], 10), []
        for x in frames:
            h = self.cell(x, h)
            outs.append(self.out(h))
        return outs


def main():
    torch.manual_seed(0)
    net = Unrolled()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(5):
        frames = torch.randn(4, 8, 3)
        total = 0.0
        optimizer.zero_grad()
        for out, wanted in zip(net(frames), frames.roll(-1, 0)):
            total = total + F.mse_loss(out, wanted)
            total.backward(retain_graph=True)  #~ counted-twice
        optimizer.step()
    print(total.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Unrolled(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 10)
        self.out = nn.Linear(10, 3)

    def forward(self, frames):
        h, outs = torch.zeros(frames.shape[1], 10), []
        for x in frames:
            h = self.cell(x, h)
            outs.append(self.out(h))
        return outs


def main():
    torch.manual_seed(0)
    net = Unrolled()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(5):
        frames = torch.randn(4, 8, 3)
        total = 0.0
        optimizer.zero_grad()
        for out, wanted in zip(net(frames), frames.roll(-1, 0)):
            total = total + F.mse_loss(out, wanted)
        total.backward()
        optimizer.step()
    print(total.item())


main()
