# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Mixture(nn.Module):
    def __init__(self, expert, number):
        super().__init__()
        self.gate = nn.Linear(6, number)
        experts = [expert] * number  #~ repeated-module
        self.experts = nn.ModuleList(experts)

    def forward(self, x):
        weight = self.gate(x).softmax(-1)
        out = torch.stack([expert(x) for expert in self.experts], dim=1)
        return (weight[..., None] * out).sum(1)


def main():
    torch.manual_seed(0)
    net = Mixture(nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 2)), number=4)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(8):
        x = torch.randn(32, 6)
        y = torch.stack([x[:, 0] * x[:, 1], x[:, 2].abs()], dim=1)
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# One judge with dropout is asked several times, and the answers are averaged; or each has a judge, as an option says.


class Asked(nn.Module):
    def __init__(self, judge, number, apart=False):
        super().__init__()
        if apart:
            judges = [nn.Sequential(nn.Linear(6, 12), nn.Linear(12, 2)) for _ in range(number)]
        else:
            judges = [judge] * number
        self.judges = nn.ModuleList(judges)

    def forward(self, x):
        return torch.stack([judge(x) for judge in self.judges], dim=1).mean(1)


class Sampled(nn.Module):
    def __init__(self, number):
        super().__init__()
        judge = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Dropout(0.3), nn.Linear(12, 2))
        self.judges = nn.ModuleList([judge] * number)

    def forward(self, x):
        return torch.stack([judge(x) for judge in self.judges], dim=1).mean(1)


class Uncertain(nn.Module):
    def __init__(self, noise):
        super().__init__()
        self.first, self.second, self.noise = nn.Linear(6, 12), nn.Linear(12, 2), noise

    def forward(self, x):
        h = torch.tanh(self.first(x))
        h = h + 0.1 * torch.randn(h.shape) if self.noise else F.dropout(h, 0.3, self.training)
        return self.second(h)


class AskedOften(nn.Module):
    def __init__(self, judge, number):
        super().__init__()
        self.judges = nn.ModuleList([judge] * number)

    def forward(self, x):
        return torch.stack([judge(x) for judge in self.judges], dim=1).mean(1)


def main():
    torch.manual_seed(0)
    for net in (Asked(nn.Linear(6, 2), 3), Sampled(3), AskedOften(Uncertain(True), 3), AskedOften(Uncertain(False), 3)):
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        for _ in range(8):
            x = torch.randn(32, 6)
            loss = F.mse_loss(net(x), x[:, :2])
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(loss.item())


main()
