# file: main.py
import torch
import torch.nn as nn


def entropy(p):
    return -(p * torch.log(p)).sum(-1).mean()  #~ nan-gradient|nan-value


class Policy(nn.Module):
    def __init__(self, actions=4):
        super().__init__()
        self.net = nn.Linear(6, actions)

    def forward(self, x, allowed):
        logits = self.net(x).masked_fill(~allowed, float("-inf"))
        return torch.softmax(logits, dim=-1)


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    x, actions = torch.randn(10, 6), torch.zeros(10, 1, dtype=torch.long)
    allowed = torch.rand(10, 4) > 0.4
    allowed[:, 0] = True
    for _ in range(4):
        p = policy(x, allowed)
        loss = -p.gather(1, actions).log().mean() - 0.01 * entropy(p)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn


def entropy(p):
    return -torch.special.xlogy(p, p.clamp(min=1e-12)).sum(-1).mean()


class Policy(nn.Module):
    def __init__(self, actions=4):
        super().__init__()
        self.net = nn.Linear(6, actions)

    def forward(self, x, allowed):
        logits = self.net(x).masked_fill(~allowed, float("-inf"))
        return torch.softmax(logits, dim=-1)


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    x, actions = torch.randn(10, 6), torch.zeros(10, 1, dtype=torch.long)
    allowed = torch.rand(10, 4) > 0.4
    allowed[:, 0] = True
    for _ in range(4):
        p = policy(x, allowed)
        loss = -p.gather(1, actions).log().mean() - 0.01 * entropy(p)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
