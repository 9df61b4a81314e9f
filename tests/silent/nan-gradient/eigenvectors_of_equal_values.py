# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from frame import principal_frame


class Metric(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.factor = nn.Parameter(torch.eye(dim))  #! decoy
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        return self.out(x @ principal_frame(self.factor @ self.factor.T)).squeeze(-1)


def main(steps=1):
    torch.manual_seed(0)
    model = Metric()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 3)
        loss = F.mse_loss(model(x), x[:, 0] * 2)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: frame.py
import torch


def principal_frame(cov):
    values, vectors = torch.linalg.eigh(cov)  #~ nan-gradient
    return vectors * values.clamp(min=1e-6).rsqrt()  #! decoy
