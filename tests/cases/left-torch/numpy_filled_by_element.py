import numpy as np
import torch
import torch.nn as nn


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, r):
        return self.net(r.view(1, 1)).squeeze()


def energy_matrix(model, positions):
    n = len(positions)
    energies = np.zeros((n, n), dtype=np.float32)
    for i in range(n):
        for j in range(i + 1, n):
            r = (positions[i] - positions[j]).norm()
            energies[i, j] = model(r)  #~ left-torch
            energies[j, i] = energies[i, j]
    return torch.from_numpy(energies)


def main():
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    model = Potential()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    for step in range(2):
        positions = torch.from_numpy(rng.normal(size=(4, 3)).astype(np.float32))  #! decoy
        total = energy_matrix(model, positions).sum() / 2
        reference = float(torch.pdist(positions).reciprocal().sum())
        loss = (total - reference) ** 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
