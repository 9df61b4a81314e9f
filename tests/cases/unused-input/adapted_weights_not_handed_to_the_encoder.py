# file: main.py
import torch
import torch.nn.functional as F

from fewshot import Matcher


def adapted(model, weights, loss, rate):
    names = list(weights)
    gradients = torch.autograd.grad(loss, [weights[n] for n in names], create_graph=True)  #! decoy
    return {n: weights[n] - rate * g for n, g in zip(names, gradients)}


def main():
    torch.manual_seed(0)
    model = Matcher()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for task in range(2):
        images, labels = torch.randn(6, 8), torch.randint(0, 3, (6,))
        weights = dict(model.named_parameters())
        for _ in range(3):
            loss = F.cross_entropy(model(images, weights), labels)
            weights = adapted(model, weights, loss, 0.2)
        outer = F.cross_entropy(model(images, weights), labels)
        optimizer.zero_grad()
        outer.backward()
        optimizer.step()
        print(task, outer.item())


if __name__ == "__main__":
    main()
# file: fewshot.py
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(8, 12)

    def forward(self, images, weights=None):
        weights = weights or dict(self.named_parameters())
        return torch.relu(images @ weights["inner.weight"].T + weights["inner.bias"])


class Matcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.classes = nn.Parameter(torch.randn(3, 12))

    def forward(self, images, weights):
        found = self.encoder(images)  #~ unused-input
        return found @ weights["classes"].T
