# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    gene = nn.Sequential(nn.Linear(30, 12), nn.Tanh(), nn.Linear(12, 1))
    optimizer = torch.optim.RMSprop(gene.parameters(), lr=1e-3)
    for sweep in range(5):
        for chunk in torch.randn(10, 16, 30):
            strength = 0.0  #~ multiplied-by-zero
            fit = F.mse_loss(gene(chunk).squeeze(1), chunk[:, :3].sum(1))
            sparse = gene[0].weight.abs().mean()
            loss = fit + sparse * strength  #! decoy
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            strength += 0.01
        print(sweep, fit.item(), sparse.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def sweeps(gene, strengths, sweeps=5):
    optimizer = torch.optim.RMSprop(gene.parameters(), lr=1e-3)
    for _ in range(sweeps):
        for chunk in torch.randn(10, 16, 30):
            fit = F.mse_loss(gene(chunk).squeeze(1), chunk[:, :3].sum(1))
            loss = fit + gene[0].weight.abs().mean() * next(strengths)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(loss.item())


def held_back(gene, until):
    optimizer = torch.optim.RMSprop(gene.parameters(), lr=1e-3)
    strength = 0.0
    for step in range(50):
        strength = strength + 0.01
        if step < until:
            strength = 0.0
        chunk = torch.randn(16, 30)
        loss = F.mse_loss(gene(chunk).squeeze(1), chunk[:, :3].sum(1)) + gene[0].weight.abs().mean() * strength
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


def in_cycles(gene):
    optimizer = torch.optim.RMSprop(gene.parameters(), lr=1e-3)
    strength = 0.0
    for step in range(50):
        strength = strength + 0.01
        if step % 10 == 0:
            strength = 0.0
        chunk = torch.randn(16, 30)
        loss = F.mse_loss(gene(chunk).squeeze(1), chunk[:, :3].sum(1)) + gene[0].weight.abs().mean() * strength
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


def main():
    torch.manual_seed(0)

    def model():
        return nn.Sequential(nn.Linear(30, 12), nn.Tanh(), nn.Linear(12, 1))

    sweeps(model(), iter([0.01 * n for n in range(50)]))
    sweeps(model(), iter([0.0] * 45 + [0.1] * 5))
    held_back(model(), until=100)
    in_cycles(model())


main()
