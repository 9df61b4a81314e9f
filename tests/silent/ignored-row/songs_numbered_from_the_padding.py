# file: main.py
import torch
import torch.nn.functional as F

from lists import playlists, table_of, to_ids
from recommender import Recommender


def train(ids, names, steps=30):
    model = Recommender(songs=len(names))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        batch = ids[torch.randperm(len(ids))[:32]]
        heard, coming = batch[:, :-1], batch[:, 1:]
        wrong = torch.randint(1, len(names) + 1, coming.shape)
        state = model(heard)
        margin = model.fit(state, coming) - model.fit(state, wrong)
        loss = -(F.logsigmoid(margin) * (coming > 0)).sum() / (coming > 0).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 4))


torch.manual_seed(0)
lists = playlists()
numbers = table_of(lists)
train(to_ids(lists, numbers), numbers)
# file: quiet.py
import torch
import torch.nn.functional as F

from lists import playlists, to_ids
from recommender import Recommender

torch.manual_seed(0)
lists = playlists()
numbers = {name: 1 + n for n, name in enumerate(sorted({name for each in lists for name in each}))}
ids = to_ids(lists, numbers)
model = Recommender(songs=len(numbers))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(30):
    batch = ids[torch.randperm(len(ids))[:32]]
    heard, coming = batch[:, :-1], batch[:, 1:]
    wrong = torch.randint(1, len(numbers) + 1, coming.shape)
    state = model(heard)
    margin = model.fit(state, coming) - model.fit(state, wrong)
    loss = -(F.logsigmoid(margin) * (coming > 0)).sum() / (coming > 0).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 4))
# file: lists.py
import random

import torch
from torch.nn.utils.rnn import pad_sequence

SONGS = ["aria", "blues", "canon", "dirge", "etude", "fugue", "gavotte", "hymn"]


def playlists(number=200):
    random.seed(1)
    return [[random.choice(SONGS) for _ in range(random.randint(4, 9))] for _ in range(number)]


def table_of(lists):
    return {name: n for n, name in enumerate(sorted({name for each in lists for name in each}))}  #~ ignored-row


def to_ids(lists, numbers):
    return pad_sequence([torch.tensor([numbers[name] for name in each]) for each in lists], batch_first=True)
# file: recommender.py
import torch.nn as nn


class Recommender(nn.Module):
    def __init__(self, songs, size=12):
        super().__init__()
        self.table = nn.Embedding(songs + 1, size, padding_idx=0)  #~ ignored-row
        self.recall = nn.GRU(size, size, batch_first=True)

    def forward(self, heard):
        return self.recall(self.table(heard))[0]

    def fit(self, state, songs):
        return (state * self.table(songs)).sum(-1)
