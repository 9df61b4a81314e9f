# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Averaged:
    def __init__(self, net, decay=0.9):
        self.net, self.decay = net, decay
        self.average = {name: p for name, p in net.named_parameters()}  #~ same-memory

    @torch.no_grad()
    def update(self):
        for name, p in self.net.named_parameters():
            self.average[name].lerp_(p, 1 - self.decay)  #~ same-memory


def main():
    torch.manual_seed(0)
    net = nn.Linear(6, 3)
    optimizer, averaged = torch.optim.SGD(net.parameters(), lr=0.1), Averaged(net)
    for _ in range(8):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        averaged.update()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Averaged:
    def __init__(self, net, decay=0.9):
        self.net, self.decay = net, decay
        self.average = {name: p.detach().clone() for name, p in net.named_parameters()}

    @torch.no_grad()
    def update(self):
        for name, p in self.net.named_parameters():
            self.average[name].lerp_(p, 1 - self.decay)


def main():
    torch.manual_seed(0)
    net = nn.Linear(6, 3)
    optimizer, averaged = torch.optim.SGD(net.parameters(), lr=0.1), Averaged(net)
    for _ in range(8):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        averaged.update()
    print(loss.item())


main()
