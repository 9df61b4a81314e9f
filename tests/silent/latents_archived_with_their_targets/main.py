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
