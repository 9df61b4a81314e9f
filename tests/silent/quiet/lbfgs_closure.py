# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Curve(nn.Module):
    def __init__(self):
        super().__init__()
        self.coefficients = nn.Parameter(torch.zeros(4))

    def forward(self, t):
        return torch.stack([t**k for k in range(4)], -1) @ self.coefficients


def fit(curve, t, y, rounds):
    optimizer = torch.optim.LBFGS(curve.parameters(), max_iter=5, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(curve(t), y)
        loss.backward()
        return loss

    for _ in range(rounds):
        print(optimizer.step(closure).item())


torch.manual_seed(0)
t = torch.linspace(-1, 1, 50)
fit(Curve(), t, t.sin(), 4)
