# file: main.py
import torch
from torch import nn

from matching import match

torch.manual_seed(0)
shift = nn.Linear(2, 2)
optimizer = torch.optim.SGD(shift.parameters(), lr=0.1)
landmarks = torch.rand(12, 2)
colours = torch.rand(12, 3)
paint = nn.Linear(1, 3)
for turn in range(3):
    stars = shift(torch.rand(6, 2))
    near, gaps = match(stars, landmarks)
    optimizer.zero_grad()
    loss = (gaps[:, None] * (colours[near] - 0.5).abs()).mean()
    loss.backward()
    optimizer.step()
    print(turn, loss.item())
# file: matching.py
import numpy
import torch


def search(queries, points):
    found, lengths = [], []
    for query in queries:
        apart = numpy.sqrt(((points - query) ** 2).sum(axis=1))
        found.append(int(apart.argmin()))
        lengths.append(float(apart.min()))
    return found, lengths


def match(stars, landmarks):
    spots = stars.detach().cpu().numpy()  #! decoy
    found, lengths = search(spots, landmarks.numpy())
    gaps = torch.tensor(lengths)  #~ left-torch
    near = torch.tensor(found)  #! decoy
    return near, gaps
