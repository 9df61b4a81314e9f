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
