# file: main.py
import torch
import torch.nn.functional as F

from search import SuperNet


def main():
    torch.manual_seed(0)
    net = SuperNet()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(10):
        x = torch.randn(32, 6)
        loss = F.mse_loss(net(x), x.sin())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 0:
            print(step, loss.item(), [c.alpha.argmax().item() for c in net.cells])  #! decoy


main()
# file: quiet.py
"""The path is drawn, and what drew it learns from how well it went."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
ops = nn.ModuleList([nn.Linear(6, 6), nn.Sequential(nn.Linear(6, 6), nn.Tanh()), nn.Identity()])
alpha = nn.Parameter(torch.zeros(3))
opt = torch.optim.Adam([*ops.parameters(), alpha], lr=1e-2)
for step in range(10):
    x = torch.randn(32, 6)
    probs = alpha.softmax(0)
    path = torch.multinomial(probs, 1).item()
    error = F.mse_loss(ops[path](x), x.sin())
    loss = error + error.detach() * probs[path].log()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, error.item())
# file: search.py
import torch
import torch.nn as nn


class Choice(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.ops = nn.ModuleList([nn.Linear(dim, dim), nn.Sequential(nn.Linear(dim, dim), nn.Tanh()), nn.Identity()])
        self.alpha = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        probs = self.alpha.softmax(0)
        path = torch.multinomial(probs, 1).item()  #~ sampled-value|left-torch
        return self.ops[path](x)


class SuperNet(nn.Module):
    def __init__(self, dim=6, depth=3):
        super().__init__()
        self.cells = nn.ModuleList([Choice(dim) for _ in range(depth)])
        self.out = nn.Linear(dim, dim)

    def forward(self, x):
        for c in self.cells:
            x = x + c(x)
        return self.out(x)
