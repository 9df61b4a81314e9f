import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def fit(module, inputs, targets, steps):
    optimizer = torch.optim.Adam(module.parameters(), lr=1e-2)
    for _ in range(steps):
        loss = F.mse_loss(module(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    """The encoder is trained first; a probe learns from its stored codes later."""
    torch.manual_seed(0)
    x, y = torch.randn(48, 20), torch.randn(48, 1)
    encoder, decoder = nn.Linear(20, 6), nn.Linear(6, 20)
    print(fit(nn.Sequential(encoder, decoder), x, x, 12))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "codes.npy")
        with torch.no_grad():
            np.save(path, np.concatenate([encoder(part).numpy() for part in x.split(16)]))
        codes = torch.from_numpy(np.load(path))
    print(fit(nn.Linear(6, 1), codes, y, 12))


main()
