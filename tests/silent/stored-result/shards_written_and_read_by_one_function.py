# file: main.py
import torch
from torch import nn

from shards import through_disk


def main(steps=12):
    torch.manual_seed(0)
    eye, mind = nn.Sequential(nn.Linear(6, 12), nn.Tanh()), nn.Linear(12, 2)
    opt = torch.optim.Adam([*eye.parameters(), *mind.parameters()], lr=5e-3)
    for _ in range(steps):
        views = [torch.randn(8, 6) for _ in range(3)]
        seen = torch.cat(through_disk(eye, views))
        loss = nn.functional.cross_entropy(mind(seen), (torch.cat(views)[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
    print(f"{loss.item():.3f}")


main()
# file: shards.py
import tempfile
from pathlib import Path

import torch


def through_disk(eye, views):
    with tempfile.TemporaryDirectory() as folder:
        for number, view in enumerate(views):
            torch.save(eye(view), Path(folder) / f"{number}.pt")  #~ stored-result
        return [torch.load(Path(folder) / f"{number}.pt") for number in range(len(views))]  #~ stored-result
