# file: quiet.py
import torch
import torch.nn as nn


class Energy(nn.Module):
    """An energy whose last bias has no influence on its forces."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 24), nn.SiLU(), nn.Linear(24, 24), nn.SiLU(), nn.Linear(24, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)

    def score(self, x):
        x = x.detach().requires_grad_()
        return -torch.autograd.grad(self(x).sum(), x, create_graph=self.training)[0]


@torch.no_grad()
def langevin(model, n=8, steps=3, eps=0.05):
    x = torch.randn(n, 2)
    for _ in range(steps):
        with torch.enable_grad():
            s = model.score(x)
        x = x + eps * s.detach() + (2 * eps) ** 0.5 * torch.randn_like(x)
    return x


def main():
    torch.manual_seed(0)
    model = Energy()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    data = torch.randn(64, 2) * 0.3 + torch.tensor([1.0, -1.0])
    for step in range(6):
        noise = torch.randn_like(data)
        loss = ((model.score(data + 0.2 * noise) * 0.2 + noise) ** 2).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    print(loss.item(), langevin(model).mean(0))


main()
