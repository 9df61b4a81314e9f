# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
policy.requires_grad_(False)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
x = torch.randn(64, 4)
y = x.sum(dim=1, keepdim=True)


def cost():
    return nn.functional.mse_loss(policy(x), y)


for step in range(20):
    optimizer.zero_grad(set_to_none=False)
    for sample in range(8):
        noise = [torch.randn_like(p) for p in policy.parameters()]
        for p, n in zip(policy.parameters(), noise):
            p.add_(n, alpha=0.05)
        up = cost()
        for p, n in zip(policy.parameters(), noise):
            p.sub_(n, alpha=0.1)
        down = cost()
        for p, n in zip(policy.parameters(), noise):
            p.add_(n, alpha=0.05)
            estimate = n * (up - down) / 0.1
            p.grad = estimate if p.grad is None else p.grad.add_(estimate)
    optimizer.step()
print(cost().item())
