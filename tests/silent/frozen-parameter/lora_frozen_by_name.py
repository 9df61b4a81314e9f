# file: main.py
import torch
import torch.nn.functional as F

from adapters import add_adapters, freeze_base
from net import Regressor


def main():
    torch.manual_seed(0)
    model = Regressor(6)
    add_adapters(model, rank=2)
    freeze_base(model)
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(params, lr=1e-2)
    x = torch.randn(48, 6)
    y = x.prod(dim=1, keepdim=True)
    for _ in range(8):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy
    return model


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_adapters import add_adapters, freeze_base
from net import Regressor


def main():
    torch.manual_seed(0)
    model = Regressor(6)
    add_adapters(model, rank=2)
    freeze_base(model)
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(params, lr=1e-2)
    x = torch.randn(48, 6)
    y = x.prod(dim=1, keepdim=True)
    for _ in range(8):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())
    return model


if __name__ == "__main__":
    main()
# file: adapters.py
import torch
import torch.nn as nn


class LowRank(nn.Module):
    def __init__(self, base, rank):
        super().__init__()
        self.base = base
        self.down = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + x @ self.down.t() @ self.up.t()


def add_adapters(model, rank):
    model.fc1 = LowRank(model.fc1, rank)
    model.fc2 = LowRank(model.fc2, rank)


def freeze_base(model):
    for name, p in model.named_parameters():
        p.requires_grad = "lora" in name or name.startswith("head")  #~ frozen-parameter
# file: net.py
import torch.nn as nn


class Regressor(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc1 = nn.Linear(dim, 16)
        self.fc2 = nn.Linear(16, 16)
        self.head = nn.Linear(16, 1)

    def forward(self, x):
        return self.head(self.fc2(self.fc1(x).relu()).relu())
# file: quiet_adapters.py
import torch
import torch.nn as nn


class LowRank(nn.Module):
    def __init__(self, base, rank):
        super().__init__()
        self.base = base
        self.down = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + x @ self.down.t() @ self.up.t()


def add_adapters(model, rank):
    model.fc1 = LowRank(model.fc1, rank)
    model.fc2 = LowRank(model.fc2, rank)


def freeze_base(model):
    for name, p in model.named_parameters():
        p.requires_grad = ".base." not in name
