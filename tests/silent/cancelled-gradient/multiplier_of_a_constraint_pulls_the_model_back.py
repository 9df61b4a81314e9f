# file: main.py
import torch
from lending import Applicants, Scorer, gaps
from torch.nn.functional import binary_cross_entropy_with_logits, softplus


def lagrangian(prediction, applicants, raw):
    """One price for each group, all of them trained together with the model."""
    gap = gaps(prediction, applicants.group)
    price = softplus(raw)
    fair = (price.detach() * gap).sum()
    dual = -(price * (gap - 0.05)).sum()  #~ cancelled-gradient
    return fair + dual


def main():
    torch.manual_seed(0)
    model, raw = Scorer(), torch.zeros(3, requires_grad=True)
    optimizer = torch.optim.Adam([{"params": model.parameters()}, {"params": [raw], "lr": 0.05}], lr=5e-3)
    for step in range(12):
        applicants = Applicants.drawn(90)
        logits = model(applicants.features)
        loss = binary_cross_entropy_with_logits(logits, applicants.repaid)
        loss = loss + lagrangian(logits.sigmoid(), applicants, raw)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}", [f"{p:.2f}" for p in softplus(raw).tolist()])


main()
# file: lending.py
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Applicants:
    features: torch.Tensor
    group: torch.Tensor
    repaid: torch.Tensor

    @classmethod
    def drawn(cls, number):
        group = torch.arange(number) % 3
        features = torch.randn(number, 4) + 0.5 * group[:, None]
        return cls(features, group, (features[:, 0] > 0.5).float())


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, features):
        return self.net(features).squeeze(1)


def gaps(prediction, group):
    """How far each group's average is from that of all."""
    means = torch.stack([prediction[group == number].mean() for number in range(3)])
    return (means - prediction.mean()).square().sqrt()
# file: quiet.py
import torch
from lending import Applicants, Scorer, gaps
from torch.nn.functional import binary_cross_entropy_with_logits, softplus


def main():
    torch.manual_seed(0)
    model, raw = Scorer(), torch.zeros(3, requires_grad=True)
    optimizer = torch.optim.Adam([{"params": model.parameters()}, {"params": [raw], "lr": 0.05}], lr=5e-3)
    for step in range(12):
        applicants = Applicants.drawn(90)
        logits = model(applicants.features)
        gap = gaps(logits.sigmoid(), applicants.group)
        price = softplus(raw)
        loss = binary_cross_entropy_with_logits(logits, applicants.repaid)
        loss = loss + (price.detach() * gap).sum() - (price * (gap.detach() - 0.05)).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}", [f"{p:.2f}" for p in softplus(raw).tolist()])


main()
