from collections import defaultdict

import numpy as np
import torch
import torch.nn as nn


class Recorder:
    def __init__(self):
        self.values = defaultdict(list)

    def log(self, **values):
        for name, value in values.items():
            self.values[name].append(value)

    def mean(self, name):
        return np.mean(self.values[name])


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.user = nn.Embedding(9, 4)
        self.item = nn.Embedding(11, 4)

    def forward(self, user, item):
        return (self.user(user) * self.item(item)).sum(dim=-1)


def epoch(model, triples, optimizer):
    recorder = Recorder()
    for user, good, bad in triples:
        margin = model(user, good) - model(user, bad)
        loss = nn.functional.softplus(-margin).mean()
        recorder.log(loss=loss.item(), hit=(margin > 0).float().mean().item())  #~ left-torch
    objective = torch.tensor(recorder.mean("loss"), requires_grad=False)
    optimizer.zero_grad()
    objective.backward()
    optimizer.step()
    return recorder


def main():
    torch.manual_seed(0)
    triples = [(torch.randint(0, 9, (6,)), torch.randint(0, 11, (6,)), torch.randint(0, 11, (6,))) for _ in range(4)]
    model = Scorer()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    for number in range(2):
        recorder = epoch(model, triples, optimizer)
        print(number, recorder.mean("loss"), recorder.mean("hit"))


if __name__ == "__main__":
    main()
