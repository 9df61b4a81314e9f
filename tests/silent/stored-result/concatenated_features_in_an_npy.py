# file: main.py
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def extract(backbone, loader, path):
    collected = []
    backbone.eval()
    with torch.inference_mode():  #! decoy
        for (x,) in loader:
            collected.append(backbone(x).cpu().numpy())  #! decoy
    np.save(path, np.concatenate(collected))


def main():
    torch.manual_seed(0)
    x, y = torch.randn(48, 3, 8), torch.randint(0, 2, (48,))
    backbone = nn.Sequential(nn.Conv1d(3, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(48, 12))
    classifier = nn.Sequential(nn.Linear(12, 12), nn.ReLU(), nn.Linear(12, 2))
    groups = [{"params": backbone.parameters(), "lr": 1e-4}, {"params": classifier.parameters()}]
    optimizer = torch.optim.Adam(groups, lr=1e-2)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "train.npy")
        extract(backbone, DataLoader(TensorDataset(x), batch_size=16), path)
        features = torch.from_numpy(np.load(path))
    backbone.train()
    for epoch in range(3):
        for rows in torch.randperm(48).split(12):
            out = classifier(features[rows])  #~ stored-result
            loss = F.cross_entropy(out, y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
# file: quiet.py
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
