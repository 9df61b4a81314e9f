# file: main.py
import torch
import torch.nn.functional as F

from inception import Inception


def validate(net, x, y):
    net.eval()  #~ idle-parameter|loss-left-out
    with torch.no_grad():  #! decoy
        return (net(x)[0].argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(0)
    net = Inception()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    x, y = torch.randn(64, 6), torch.randint(0, 3, (64,))
    net.train()
    for epoch in range(5):
        for b in torch.randperm(64).split(16):
            out, aux = net(x[b])
            loss = F.cross_entropy(out, y[b])
            if aux is not None:
                loss = loss + 0.4 * F.cross_entropy(aux, y[b])
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item(), validate(net, x, y))  #! decoy


main()
# file: inception.py
import torch
import torch.nn as nn


class Inception(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 16), nn.Linear(16, 16)
        self.aux, self.head = nn.Linear(16, 3), nn.Linear(16, 3)

    def forward(self, x):
        h = torch.relu(self.a(x))
        aux = self.aux(h) if self.training else None
        return self.head(torch.relu(self.b(h))), aux
