# file: main.py
import torch
from recommender import Recommender, logged_visits


def importance(model, visit):
    behaviour = model.log_prob(visit.context, visit.item)  #~ cancelled-gradient
    learner = model.log_prob(visit.context, visit.item)
    return (learner - behaviour).exp()


def advantages(model, visit):
    with torch.no_grad():  #! decoy
        expected = model.value(visit.context).squeeze(1)
    gain = visit.click - expected
    return (gain - gain.mean()) / (gain.std() + 1e-6)


def main():
    torch.manual_seed(0)
    model = Recommender()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for day in range(6):
        visit = logged_visits(128)
        gain = advantages(model, visit)
        for _ in range(3):
            weight = importance(model, visit)
            policy_loss = torch.maximum(-weight * gain, -weight.clamp(max=1.3) * gain).mean()
            error = model.value(visit.context).squeeze(1) - visit.click
            optimizer.zero_grad()
            (policy_loss + 0.5 * error.square().mean()).backward()
            optimizer.step()
        print(day, f"{visit.click.mean():.3f}")


main()
# file: quiet.py
import torch
from recommender import Recommender, logged_visits


def advantages(model, visit):
    with torch.no_grad():
        expected = model.value(visit.context).squeeze(1)
    gain = visit.click - expected
    return (gain - gain.mean()) / (gain.std() + 1e-6)


def main():
    torch.manual_seed(0)
    model = Recommender()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for day in range(6):
        visit = logged_visits(128)
        gain = advantages(model, visit)
        behaviour = model.log_prob(visit.context, visit.item).detach()
        for _ in range(3):
            weight = (model.log_prob(visit.context, visit.item) - behaviour).exp()
            policy_loss = torch.maximum(-weight * gain, -weight.clamp(max=1.3) * gain).mean()
            error = model.value(visit.context).squeeze(1) - visit.click
            optimizer.zero_grad()
            (policy_loss + 0.5 * error.square().mean()).backward()
            optimizer.step()
        print(day, f"{visit.click.mean():.3f}")


main()
# file: recommender.py
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Visit:
    context: torch.Tensor
    item: torch.Tensor
    click: torch.Tensor


def logged_visits(number, items=5):
    context = torch.randn(number, 4)
    item = torch.randint(0, items, (number,))
    return Visit(context, item, (context[:, 0] > item.float() - 2).float())


class Recommender(nn.Module):
    def __init__(self, items=5):
        super().__init__()
        self.scores = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, items))
        self.value = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))

    def log_prob(self, context, item):
        return self.scores(context).log_softmax(1).gather(1, item[:, None]).squeeze(1)
