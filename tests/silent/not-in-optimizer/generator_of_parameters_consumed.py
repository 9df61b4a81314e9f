# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.backbone(x))


def count(params):
    return sum(p.numel() for p in params)


def make_optimizer(net, lr):
    backbone = net.backbone.parameters()
    head = net.head.parameters()
    print("backbone parameters:", count(backbone))  #~ not-in-optimizer
    return torch.optim.Adam([{"params": backbone, "lr": lr * 0.1}, {"params": head}], lr=lr)  #~ not-in-optimizer


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = make_optimizer(net, 1e-2)
    x = torch.randn(48, 6)
    y = x[:, :3].argmax(1)
    for _ in range(6):
        logits = net(x)
        loss = F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), (logits.argmax(1) == y).float().mean().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.backbone(x))


def count(params):
    return sum(p.numel() for p in params)


def make_optimizer(net, lr):
    backbone = net.backbone.parameters()
    head = net.head.parameters()
    print("backbone parameters:", count(net.backbone.parameters()))
    return torch.optim.Adam([{"params": backbone, "lr": lr * 0.1}, {"params": head}], lr=lr)


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = make_optimizer(net, 1e-2)
    x = torch.randn(48, 6)
    y = x[:, :3].argmax(1)
    for _ in range(6):
        logits = net(x)
        loss = F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), (logits.argmax(1) == y).float().mean().item())


main()
