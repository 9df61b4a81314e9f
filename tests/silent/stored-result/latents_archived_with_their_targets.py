# file: main.py
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Codec(nn.Module):
    def __init__(self, d=16, z=5):
        super().__init__()
        self.down = nn.Sequential(nn.Linear(d, 24), nn.SiLU(), nn.Linear(24, z))
        self.up = nn.Sequential(nn.Linear(z, 24), nn.SiLU(), nn.Linear(24, d))


def archive(codec, x, path):
    np.savez_compressed(path, z=codec.down(x).detach().numpy(), x=x.numpy())  #! decoy


def main():
    torch.manual_seed(0)
    x = torch.randn(40, 16)
    codec = Codec()
    optimizer = torch.optim.Adam(codec.parameters(), lr=3e-3)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "latents.npz")
        archive(codec, x, path)
        with np.load(path) as stored:
            z, target = torch.tensor(stored["z"]), torch.tensor(stored["x"])
    for step in range(12):
        loss = F.mse_loss(codec.up(z), target)  #~ stored-result
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import copy
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Checkpoints of weights, of their average and of the optimizer are saved and loaded, and training goes on."""
    torch.manual_seed(0)
    x, y = torch.randn(40, 6), torch.randn(40, 1)
    model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
    average = copy.deepcopy(model).requires_grad_(False)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(4):
        for rows in torch.randperm(40).split(10):
            loss = F.mse_loss(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                for slow, fast in zip(average.parameters(), model.parameters(), strict=True):
                    slow.lerp_(fast, 0.1)
        file = io.BytesIO()
        states = {"model": model.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict()}
        torch.save({**states, "predicted": model(x).detach()}, file)
        file.seek(0)
        stored = torch.load(file)
        model.load_state_dict(stored["average"] if epoch == 1 else stored["model"])
        optimizer.load_state_dict(stored["optimizer"])
        print(epoch, F.l1_loss(stored["predicted"], y).item())


main()
