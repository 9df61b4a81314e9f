# file: main.py
import torch

from md.energy import Potential
from md.loop import Loop


def main():
    torch.manual_seed(0)
    loop = Loop(Potential())
    data = [{"pos": torch.randn(4, 3), "energy": torch.randn(1), "forces": torch.zeros(4, 3)} for _ in range(3)]
    loop.fit(data)
    print(loop.test(data))


if __name__ == "__main__":
    main()
# file: md/__init__.py
# file: md/energy.py
import torch
import torch.nn as nn


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 12), nn.Tanh(), nn.Linear(12, 1))

    def energy(self, pos):
        i, j = torch.triu_indices(len(pos), len(pos), offset=1)
        distance = (pos[i] - pos[j]).norm(dim=1, keepdim=True)
        return self.net(distance).sum()

    def forward(self, pos):
        with torch.enable_grad():  #! decoy
            pos = pos.clone().requires_grad_(True)
            energy = self.energy(pos)
            (gradient,) = torch.autograd.grad(energy, pos, create_graph=self.training)
        return {"energy": energy, "forces": -gradient}
# file: md/loop.py
import contextlib

import torch
import torch.nn.functional as F


class Loop:
    def __init__(self, model, inference=True):
        self.model, self.inference = model, inference
        self.optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    def losses(self, sample):
        out = self.model(sample["pos"])
        return F.mse_loss(out["energy"], sample["energy"][0]) + F.mse_loss(out["forces"], sample["forces"])

    def fit(self, data):
        self.model.train()
        for sample in data:
            loss = self.losses(sample)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    @contextlib.contextmanager
    def evaluation(self):
        self.model.eval()
        with torch.inference_mode() if self.inference else torch.no_grad():  #~ grad-disabled|inference-tensor
            yield
        self.model.train()

    def test(self, data):
        with self.evaluation():
            return sum(self.losses(sample).item() for sample in data) / len(data)  #! decoy
