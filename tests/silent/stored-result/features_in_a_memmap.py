# file: main.py
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def cache(encoder, data, path):
    out = np.memmap(path, dtype="float32", mode="w+", shape=(len(data), 8))
    for i in range(0, len(data), 16):
        out[i : i + 16] = encoder(data[i : i + 16]).detach().numpy()
    out.flush()


def main():
    torch.manual_seed(0)
    data = torch.randn(64, 10)
    labels = (data[:, 0] > 0).long()
    encoder, head = nn.Linear(10, 8), nn.Linear(8, 2)
    opt = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-2)
    path = tempfile.mkdtemp() + "/features"
    cache(encoder, data, path)
    features = np.memmap(path, dtype="float32", mode="r", shape=(64, 8))
    for epoch in range(6):
        for i in range(0, 64, 16):
            x = torch.from_numpy(np.array(features[i : i + 16]))
            loss = F.cross_entropy(head(x), labels[i : i + 16])  #~ stored-result
            opt.zero_grad()
            loss.backward()
            opt.step()
    print(loss.item())


main()
