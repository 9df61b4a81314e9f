# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Equilibrium(nn.Module):
    """A fixed point found without a graph; one more step and a hook give its gradient."""

    def __init__(self, dim=8):
        super().__init__()
        self.w, self.u = nn.Linear(dim, dim), nn.Linear(5, dim)
        nn.init.normal_(self.w.weight, std=0.1)

    def f(self, z, x):
        return torch.tanh(self.w(z) + self.u(x))

    def forward(self, x):
        with torch.no_grad():
            z = torch.zeros(x.size(0), 8)
            for _ in range(20):
                z = self.f(z, x)
        z = self.f(z, x)
        if z.requires_grad:
            start = z.clone().detach().requires_grad_(True)
            again = self.f(start, x)

            def solve(grad):
                g = grad
                for _ in range(15):
                    g = torch.autograd.grad(again, start, g, retain_graph=True)[0] + grad
                return g

            z.register_hook(solve)
        return z


def main(steps=6):
    torch.manual_seed(0)
    layer, out = Equilibrium(), nn.Linear(8, 1)
    opt = torch.optim.Adam([*layer.parameters(), *out.parameters()], lr=1e-2)
    for step in range(steps):
        x = torch.randn(12, 5)
        loss = F.mse_loss(out(layer(x)), x[:, :1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
