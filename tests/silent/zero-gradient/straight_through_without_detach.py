# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def fake_quant(w, step=0.05):
    q = torch.round(w / step) * step
    return w + (q - w)  #~ zero-gradient|zero-derivative|straight-through-loss|straight-through-attached


class QLinear(nn.Linear):
    def forward(self, x):
        return F.linear(x, fake_quant(self.weight), self.bias)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(QLinear(6, 16), nn.ReLU(), QLinear(16, 1))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True)
    best = float("inf")
    for _ in range(10):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        best = min(best, loss.item())  #! decoy
    print(best)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def fake_quant(w, step=0.05):
    q = torch.round(w / step) * step
    return w + (q - w).detach()


class QLinear(nn.Linear):
    def forward(self, x):
        return F.linear(x, fake_quant(self.weight), self.bias)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(QLinear(6, 16), nn.ReLU(), QLinear(16, 1))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True)
    best = float("inf")
    for _ in range(10):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        best = min(best, loss.item())
    print(best)


main()
