# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from net import Gate


def check(net):
    for name, p in net.named_parameters():
        assert p.grad is not None, f"{name} got no gradient"


def main():
    torch.manual_seed(0)
    net = Gate()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x, y = torch.randn(8, 5), torch.randint(0, 2, (8,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        check(net)
        opt.step()


main()
# file: net.py
import torch
import torch.nn as nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.gate, self.out = nn.Linear(5, 8), nn.Linear(5, 8), nn.Linear(8, 2)

    def forward(self, x):
        with torch.no_grad():  #~ grad-disabled
            g = self.gate(x).sigmoid()
        return self.out(torch.relu(self.body(x)) * g)
