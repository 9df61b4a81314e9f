# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Average:
    def __init__(self, params, decay):
        self.decay = decay
        self.shadow = [p.detach().clone() for p in params]

    @torch.no_grad()
    def update(self, params):
        for s, p in zip(self.shadow, params):
            s.lerp_(p, 1 - self.decay)

    def store(self, params):
        self.kept = [p.detach().clone() for p in params]

    @torch.no_grad()
    def copy_to(self, params):
        for s, p in zip(self.shadow, params):
            p.copy_(s)  #~ update-undone

    @torch.no_grad()
    def restore(self, params):
        for k, p in zip(self.kept, params):
            p.copy_(k)


def validate(net, average):
    average.store(net.parameters())
    average.copy_to(net.parameters())  #~ update-undone
    with torch.no_grad():
        x = torch.randn(32, 4)
        return F.mse_loss(net(x), x.sum(1, keepdim=True)).item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
    average = Average(net.parameters(), 0.9999)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(10):
        for _ in range(4):
            x = torch.randn(32, 4)
            loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            average.update(net.parameters())
        print(epoch, validate(net, average))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Average:
    def __init__(self, params, decay):
        self.decay = decay
        self.shadow = [p.detach().clone() for p in params]

    @torch.no_grad()
    def update(self, params):
        for s, p in zip(self.shadow, params):
            s.lerp_(p, 1 - self.decay)

    def store(self, params):
        self.kept = [p.detach().clone() for p in params]

    @torch.no_grad()
    def copy_to(self, params):
        for s, p in zip(self.shadow, params):
            p.copy_(s)

    @torch.no_grad()
    def restore(self, params):
        for k, p in zip(self.kept, params):
            p.copy_(k)


def validate(net, average):
    average.store(net.parameters())
    average.copy_to(net.parameters())
    with torch.no_grad():
        x = torch.randn(32, 4)
        found = F.mse_loss(net(x), x.sum(1, keepdim=True)).item()
    average.restore(net.parameters())
    return found


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
    average = Average(net.parameters(), 0.9999)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(10):
        for _ in range(4):
            x = torch.randn(32, 4)
            loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            average.update(net.parameters())
        print(epoch, validate(net, average))


main()
