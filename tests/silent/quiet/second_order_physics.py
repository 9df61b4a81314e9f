# file: quiet.py
import torch
import torch.nn as nn


def derivative(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


class Wave(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, hidden), nn.Tanh(), nn.Linear(hidden, 1))
        self.stiffness = nn.Parameter(torch.tensor(1.0))

    def residual(self, t):
        t = t.clone().requires_grad_(True)
        u = self.net(t)
        v = derivative(u, t)
        return derivative(v, t) + self.stiffness * u


def main(steps=10):
    torch.manual_seed(0)
    model = Wave()
    opt = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=4)
    t0 = torch.zeros(1, 1)
    for step in range(steps):
        t = torch.rand(16, 1)

        def closure():
            opt.zero_grad()
            loss = model.residual(t).pow(2).mean() + (model.net(t0) - 1).pow(2).mean()
            loss.backward()
            return loss

        loss = opt.step(closure)
        if step % 3 == 0:
            print(step, f"{loss.item():.4f} {model.stiffness.item():.3f}")


if __name__ == "__main__":
    main()
