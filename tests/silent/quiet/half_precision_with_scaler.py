# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Master:
    """Weights in single precision; the network computes in half precision with a scaled loss."""

    def __init__(self, model, scale):
        self.model, self.scale = model.half(), scale
        self.master = [p.detach().clone().float().requires_grad_(True) for p in model.parameters()]
        self.optimizer = torch.optim.Adam(self.master, lr=1e-2)

    def step(self, loss):
        self.model.zero_grad()
        (loss * self.scale).backward()
        for wide, narrow in zip(self.master, self.model.parameters()):
            wide.grad = narrow.grad.float() / self.scale
        self.optimizer.step()
        with torch.no_grad():
            for wide, narrow in zip(self.master, self.model.parameters()):
                narrow.copy_(wide)


torch.manual_seed(0)
master = Master(nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 1)), 128.0)
x = torch.randn(20, 6).half()
for _ in range(6):
    loss = F.mse_loss(master.model(x).float(), x.float().sum(1, keepdim=True))
    master.step(loss)
    print(loss.item())
