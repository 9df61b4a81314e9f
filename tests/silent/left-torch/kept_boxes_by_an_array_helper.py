# file: main.py
import numpy as np
import torch
import torch.nn as nn


def as_array(tensor):
    return tensor.detach().cpu().numpy()


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(6, 24)
        self.boxes = nn.Linear(24, 4)
        self.score = nn.Linear(24, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.boxes(h), self.score(h).squeeze(1)


def matched(boxes, scores, least):
    ids = np.flatnonzero(as_array(scores) > least)
    return torch.from_numpy(as_array(boxes)[ids]), torch.from_numpy(ids)  #~ left-torch


def area_error(boxes, wanted):
    return (boxes[:, 2:].prod(1) - wanted[:, 2:].prod(1)).abs().mean()


def main():
    torch.manual_seed(1)
    detector = Detector()
    optimizer = torch.optim.SGD(detector.parameters(), lr=0.05)
    for _ in range(10):
        x = torch.randn(24, 6)
        boxes, scores = detector(x)
        picked, ids = matched(boxes, scores, -9.0)
        loss = area_error(picked, x[ids][:, :4])
        loss = loss + nn.functional.binary_cross_entropy_with_logits(scores, (x[:, 5] > 0).float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import numpy as np
import torch
import torch.nn as nn


def as_array(tensor):
    return tensor.detach().cpu().numpy()


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(6, 24)
        self.boxes = nn.Linear(24, 4)
        self.score = nn.Linear(24, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.boxes(h), self.score(h).squeeze(1)


def matched(boxes, scores, least):
    ids = torch.from_numpy(np.flatnonzero(as_array(scores) > least))
    return boxes[ids], ids


def area_error(boxes, wanted):
    return (boxes[:, 2:].prod(1) - wanted[:, 2:].prod(1)).abs().mean()


def main():
    torch.manual_seed(1)
    detector = Detector()
    optimizer = torch.optim.SGD(detector.parameters(), lr=0.05)
    for _ in range(10):
        x = torch.randn(24, 6)
        boxes, scores = detector(x)
        picked, ids = matched(boxes, scores, -9.0)
        loss = area_error(picked, x[ids][:, :4])
        loss = loss + nn.functional.binary_cross_entropy_with_logits(scores, (x[:, 5] > 0).float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
