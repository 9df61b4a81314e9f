# file: main.py
import torch
import torch.nn as nn

from poisson import generalised_kl


class Rates(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, hidden), nn.ReLU(), nn.Linear(hidden, 5))

    def forward(self, x):
        return torch.nn.functional.softplus(self.body(x))  #! decoy


def data(gen, n=16):
    x = torch.randn(n, 4, generator=gen)
    counts = torch.poisson(torch.exp(0.5 * x[:, :1]).expand(n, 5), generator=gen)
    return x, counts


def main(steps=5):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    model = Rates()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        x, counts = data(gen)
        loss = generalised_kl(model(x), counts)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: poisson.py
import torch


def generalised_kl(rate, counts):
    """Divergence between the predicted rates and the counts."""
    term = rate * torch.log(rate / counts)  #~ nan-gradient
    term = term.nan_to_num(nan=0.0, posinf=0.0)  #~ nan-gradient
    return (term + counts - rate).mean()  #! decoy
