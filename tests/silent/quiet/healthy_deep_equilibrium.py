# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class DEQ(nn.Module):
    """The fixed point is found without gradients; one more step with them stands for the whole solve."""

    def __init__(self, d=5, h=12):
        super().__init__()
        self.inject = nn.Linear(d, h)
        self.cell = nn.Linear(h, h)
        self.out = nn.Linear(h, 1)
        with torch.no_grad():
            self.cell.weight.mul_(0.5)

    def f(self, z, u):
        return torch.tanh(self.cell(z) + u)

    def forward(self, x, tol=1e-4):
        u = self.inject(x)
        with torch.no_grad():
            z = torch.zeros_like(u)
            for self.iterations in range(30):
                new = self.f(z, u)
                if (new - z).norm().item() < tol:
                    break
                z = new
        z = self.f(z.detach(), u)
        return self.out(z)


def main():
    torch.manual_seed(0)
    net = DEQ()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 5)
    y = x[:, :2].prod(1, keepdim=True)
    for _ in range(6):
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(loss.item(), net.iterations)


main()
