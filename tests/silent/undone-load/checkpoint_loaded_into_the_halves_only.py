# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MasterWeights(torch.optim.SGD):
    """Steps a copy in full precision, and writes it into the model."""

    def __init__(self, params, lr):
        self.model_params = list(params)
        self.master = [p.detach().clone().float().requires_grad_() for p in self.model_params]
        super().__init__(self.master, lr=lr)

    def step(self, closure=None):
        for p, m in zip(self.model_params, self.master):
            m.grad = p.grad.float()
        super().step()
        with torch.no_grad():
            for p, m in zip(self.model_params, self.master):
                p.copy_(m)


def pretrained():
    torch.manual_seed(5)
    return nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3)).bfloat16().state_dict()


def main():
    state = pretrained()
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3)).bfloat16()
    optimizer = MasterWeights(model.parameters(), lr=0.01)
    model.load_state_dict(state)  #~ undone-load
    for step in range(10):
        x = torch.randn(24, 6, dtype=torch.bfloat16)
        loss = F.cross_entropy(model(x).float(), x[:, :3].argmax(1))
        model.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MasterWeights(torch.optim.SGD):
    """Steps a copy in full precision, and writes it into the model."""

    def __init__(self, params, lr):
        self.model_params = list(params)
        self.master = [p.detach().clone().float().requires_grad_() for p in self.model_params]
        super().__init__(self.master, lr=lr)

    def step(self, closure=None):
        for p, m in zip(self.model_params, self.master):
            m.grad = p.grad.float()
        super().step()
        with torch.no_grad():
            for p, m in zip(self.model_params, self.master):
                p.copy_(m)


def pretrained():
    torch.manual_seed(5)
    return nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3)).bfloat16().state_dict()


def main():
    state = pretrained()
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3)).bfloat16()
    model.load_state_dict(state)
    optimizer = MasterWeights(model.parameters(), lr=0.01)
    for step in range(10):
        x = torch.randn(24, 6, dtype=torch.bfloat16)
        loss = F.cross_entropy(model(x).float(), x[:, :3].argmax(1))
        model.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
