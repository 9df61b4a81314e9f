# file: main.py
import copy

import torch
import torch.nn as nn

from records import History, Record


def train(model, optimizer, x, y):
    loss = nn.functional.mse_loss(model(x).squeeze(-1), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss  #~ copied-result


def main():
    torch.manual_seed(0)
    x = torch.randn(30, 3)
    y = x @ torch.tensor([1.0, -2.0, 0.5])
    model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(inplace=True), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    history = History()
    for epoch in range(4):
        loss = train(model, optimizer, x, y)
        weights = copy.deepcopy(model.state_dict())  #! decoy
        history.offer(Record(epoch, loss, weights))  #~ copied-result
    print(history.best.epoch, history.best.loss.item())


if __name__ == "__main__":
    main()
# file: records.py
import copy
from dataclasses import dataclass, field

import torch


@dataclass
class Record:
    epoch: int
    loss: torch.Tensor
    weights: dict = field(default_factory=dict)


class History:
    def __init__(self):
        self.best = None

    def offer(self, record):
        if self.best is None or record.loss < self.best.loss:
            self.best = copy.deepcopy(record)  #~ copied-result
