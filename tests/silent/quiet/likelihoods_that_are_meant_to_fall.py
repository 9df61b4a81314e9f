# file: quiet.py
import torch
from torch import nn


def bernoulli(p, t):
    return (t * torch.log(p + 1e-6) + (1 - t) * torch.log(1 - p + 1e-6)).mean()


def play(steps=8):
    """The generator of the first paper on adversarial nets, by a likelihood of labels that a step should lower."""
    maker, judge = nn.Linear(3, 2), nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1), nn.Sigmoid())
    of_maker, of_judge = (torch.optim.Adam(part.parameters(), lr=1e-3) for part in (maker, judge))
    for _ in range(steps):
        real, made = torch.randn(16, 2) + 2, maker(torch.randn(16, 3))
        labels = torch.cat([torch.ones(16, 1), torch.zeros(16, 1)])
        of_judge.zero_grad()
        (-bernoulli(judge(torch.cat([real, made.detach()])), labels)).backward()
        of_judge.step()
        of_maker.zero_grad()
        bernoulli(judge(torch.cat([real, made])), labels).backward()
        of_maker.step()


def attack(steps=8):
    """Against given labels, by the inputs alone."""
    model = nn.Linear(6, 3).requires_grad_(False)
    x, labels = torch.randn(10, 6), torch.randint(0, 3, (10,))
    shift = nn.Parameter(torch.zeros(10, 6))
    optimizer = torch.optim.SGD([shift], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        torch.log_softmax(model(x + shift), dim=1)[range(10), labels].mean().backward()
        optimizer.step()
    print(shift.detach().norm().item())


def confuse(steps=8):
    """Features that a frozen reader of domains cannot tell apart, beside their own task."""
    features, task, reader = nn.Linear(5, 4), nn.Linear(4, 1), nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())
    reader.requires_grad_(False)
    optimizer = torch.optim.Adam([*features.parameters(), *task.parameters()], lr=1e-3)
    for _ in range(steps):
        x, domains = torch.randn(20, 5), torch.randint(0, 2, (20, 1)).float()
        seen = features(x)
        loss = (task(seen) - x[:, :1]).square().mean() + 0.1 * bernoulli(reader(seen), domains)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def sharpen(steps=8):
    """Entropies of predictions, both ways."""
    for sign in (1, -1):
        model = nn.Linear(5, 3)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(steps):
            log_probs = torch.log_softmax(model(torch.randn(20, 5)), dim=1)
            optimizer.zero_grad()
            (sign * (log_probs.exp() * log_probs).sum(dim=1).mean()).backward()
            optimizer.step()


torch.manual_seed(0)
play()
attack()
confuse()
sharpen()
