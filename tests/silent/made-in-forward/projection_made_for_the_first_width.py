# file: main.py
import torch
import torch.nn.functional as F

from fusion import Fusion


def main():
    torch.manual_seed(0)
    net = Fusion()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for step in range(6):
        image, text, y = torch.randn(16, 7), torch.randn(16, 4), torch.randint(0, 2, (16,))
        loss = F.cross_entropy(net({"image": image, "text": text}), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from fusion import Fusion

torch.manual_seed(0)
net = Fusion()
opt = None
for step in range(6):
    image, text, y = torch.randn(16, 7), torch.randn(16, 4), torch.randint(0, 2, (16,))
    loss = F.cross_entropy(net({"image": image, "text": text}), y)
    if opt is None:
        opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: fusion.py
import torch
import torch.nn as nn


class Projection(nn.Module):
    def __init__(self, width, dim):
        super().__init__()
        self.weight = nn.Parameter(0.1 * torch.randn(width, dim))
        self.bias = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        return x @ self.weight + self.bias


class Fusion(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.projections, self.dim = nn.ModuleDict(), dim
        self.head = nn.Linear(dim, 2)

    def project(self, name, x):
        if name not in self.projections:
            self.projections[name] = Projection(x.size(1), self.dim)  #~ made-in-forward
        return self.projections[name](x)

    def forward(self, inputs):
        return self.head(sum(self.project(name, x) for name, x in inputs.items()).tanh())
