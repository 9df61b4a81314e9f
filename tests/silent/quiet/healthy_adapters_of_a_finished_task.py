# file: quiet.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


class Adapter(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.down, self.up = nn.Linear(dim, 3), nn.Linear(3, dim)
        nn.init.zeros_(self.up.weight)
        nn.init.zeros_(self.up.bias)

    def forward(self, x):
        return x + self.up(torch.relu(self.down(x)))


class Model(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.base = nn.Linear(dim, dim).requires_grad_(False)
        self.adapters = nn.ModuleDict()
        self.head = nn.Linear(dim, 2)

    def forward(self, x, task):
        x = torch.relu(self.base(x))
        for name in self.adapters if task == "all" else [task]:
            x = self.adapters[name](x)
        return self.head(x)


def fit(model, task, y_of, steps=5):
    model.adapters[task] = Adapter(8)
    for name, adapter in model.adapters.items():
        adapter.requires_grad_(name == task)
    opt = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)
    for _ in range(steps):
        x = torch.randn(24, 8)
        loss = F.cross_entropy(model(x, "all"), y_of(x))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    model = Model()
    print(fit(model, "first", lambda x: (x[:, 0] > 0).long()))
    buffer = io.BytesIO()
    torch.save({k: v.cpu() for k, v in model.state_dict().items() if "adapters" in k}, buffer)
    print(fit(model, "second", lambda x: (x[:, 1] > 0).long()))


main()
