# file: main.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 8)
        self.rnn = nn.GRU(8, 8, batch_first=True)
        self.out = nn.Linear(8, 4)

    def forward(self, ids):
        return self.out(self.rnn(self.words(ids))[0])


def train(model, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        ids = torch.randint(0, 20, (8, 5))
        loss = F.cross_entropy(model(ids).flatten(0, 1), (ids % 4).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return optimizer, loss.item()


def main():
    torch.manual_seed(0)
    model = Tagger()
    optimizer, last = train(model, 6)
    file = io.BytesIO()
    torch.save({"epoch": 6, "model": model.state_dict(), "optimizer": optimizer.state_dict()}, file)
    file.seek(0)
    resumed = Tagger()
    resumed.load_state_dict(torch.load(file, weights_only=True), strict=False)  #~ unmatched-load
    print(last, train(resumed, 6)[1])


main()
# file: quiet.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F

# Of the file some parts alone fit the larger model: its embedding and its last layer are new.


class Tagger(nn.Module):
    def __init__(self, words=20, tags=4):
        super().__init__()
        self.words = nn.Embedding(words, 8)
        self.rnn = nn.GRU(8, 8, batch_first=True)
        self.out = nn.Linear(8, tags)

    def forward(self, ids):
        return self.out(self.rnn(self.words(ids))[0])


def train(model, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        ids = torch.randint(0, 20, (8, 5))
        loss = F.cross_entropy(model(ids).flatten(0, 1), (ids % 4).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    model = Tagger()
    last = train(model, 6)
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    state = {key: value for key, value in torch.load(file, weights_only=True).items() if key.startswith("rnn.weight")}
    larger = Tagger(words=30, tags=6)
    larger.load_state_dict({**state, "statistics": torch.zeros(3)}, strict=False)
    print(last, train(larger, 6))


main()
