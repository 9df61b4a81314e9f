# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def of_those_who_answered(logits, label, missing):
    each = F.binary_cross_entropy_with_logits(logits, label.unsqueeze(1), reduction="none")  #! decoy
    return each.masked_fill(missing, 0.0).sum() / (~missing).sum()  #~ broadcast-loss


def main():
    torch.manual_seed(0)
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    for step in range(12):
        x = torch.randn(24, 8)
        label = (x[:, 0] > 0).float()
        missing = torch.rand(24) < 0.3
        loss = of_those_who_answered(model(x), label, missing)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Weights of samples, of classes and of both, each of its own shape."""
    torch.manual_seed(0)
    model = nn.Linear(8, 5)
    single = nn.Linear(8, 1)
    optimizer = torch.optim.SGD([*model.parameters(), *single.parameters()], lr=0.2)
    for step in range(12):
        x = torch.randn(24, 8)
        label = (torch.rand(24, 5) < 0.3).float()
        per_class = torch.linspace(1, 2, 5)
        per_sample = 1 + label.sum(1)
        loss = F.binary_cross_entropy_with_logits(model(x), label, weight=per_class)
        loss = loss + F.binary_cross_entropy_with_logits(model(x), label, weight=per_sample[:, None])
        alone = F.binary_cross_entropy_with_logits(single(x), label[:, :1], reduction="none")
        loss = loss + (alone.squeeze(1) * per_sample).mean() + (alone * per_sample.view(-1, 1)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
