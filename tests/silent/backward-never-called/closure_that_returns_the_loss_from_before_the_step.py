# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Calibration:
    def __init__(self, scores, labels):
        self.temperature = nn.Parameter(torch.ones(()))
        self.offset = nn.Parameter(torch.zeros(scores.shape[1]))
        self.scores, self.labels = scores, labels
        self.optimizer = torch.optim.LBFGS([self.temperature, self.offset], lr=0.2, line_search_fn="strong_wolfe")

    def loss(self):
        return F.cross_entropy(self.scores / self.temperature + self.offset, self.labels)

    def round(self):
        self.optimizer.zero_grad()
        loss = self.loss()
        loss.backward()
        self.optimizer.step(lambda: loss)  #~ backward-never-called
        return loss.item()


torch.manual_seed(0)
scores = 6 * torch.randn(80, 3)
calibration = Calibration(scores, (scores / 4 + torch.randn(80, 3)).argmax(1))
print([round(calibration.round(), 4) for _ in range(6)])
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Calibration:
    def __init__(self, scores, labels, **options):
        self.temperature = nn.Parameter(torch.ones(()))
        self.offset = nn.Parameter(torch.zeros(scores.shape[1]))
        self.scores, self.labels = scores, labels
        self.optimizer = torch.optim.LBFGS([self.temperature, self.offset], lr=0.2, **options)

    def loss(self):
        return F.cross_entropy(self.scores / self.temperature + self.offset, self.labels)

    def closure(self):
        self.optimizer.zero_grad()
        loss = self.loss()
        loss.backward()
        return loss

    def round(self):
        return self.optimizer.step(self.closure).item()

    def single(self):
        """One iteration for each step: the optimizer calls what it is given once."""
        loss = self.closure()
        self.optimizer.step(lambda: loss)
        return loss.item()


torch.manual_seed(0)
scores = 6 * torch.randn(80, 3)
labels = (scores / 4 + torch.randn(80, 3)).argmax(1)
calibration = Calibration(scores, labels, line_search_fn="strong_wolfe")
print([round(calibration.round(), 4) for _ in range(6)])
calibration = Calibration(scores, labels, max_iter=1)
print([round(calibration.single(), 4) for _ in range(6)])
