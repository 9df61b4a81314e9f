import torch
import torch.nn as nn


class Spline(nn.Module):
    """Piecewise linear curve through learned knots."""

    def __init__(self, knots=8):
        super().__init__()
        self.register_buffer("x", torch.linspace(0, 1, knots))
        self.y = nn.Parameter(torch.zeros(knots), requires_grad=False)  #~ frozen-parameter

    def forward(self, t):
        i = torch.searchsorted(self.x, t).clamp(1, len(self.x) - 1)  #! decoy
        x0, x1 = self.x[i - 1], self.x[i]
        y0, y1 = self.y[i - 1], self.y[i]
        return y0 + (t - x0) / (x1 - x0) * (y1 - y0)


def roughness(curve):
    return curve.y.diff(n=2).pow(2).sum()


def main():
    torch.manual_seed(0)
    curve = Spline()
    optimizer = torch.optim.LBFGS(curve.parameters(), lr=0.5, max_iter=4)
    t = torch.rand(50)
    y = torch.sin(6 * t)

    def closure():
        optimizer.zero_grad()
        loss = (curve(t) - y).pow(2).mean() + 1e-3 * roughness(curve)
        loss.backward()
        return loss

    for step in range(3):
        print(step, optimizer.step(closure).item())


if __name__ == "__main__":
    main()
