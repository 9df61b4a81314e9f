"""Soft actor-critic with two critics and a learnt temperature: after CleanRL."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Critic(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, x: Tensor, a: Tensor) -> Tensor:
        return self.net(torch.cat([x, a], 1))


class Actor(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body, self.mean, self.log_std = nn.Linear(3, 32), nn.Linear(32, 2), nn.Linear(32, 2)
        self.register_buffer("scale", torch.tensor([2.0, 1.0]))

    def act(self, x: Tensor) -> tuple[Tensor, Tensor]:
        h = F.relu(self.body(x))
        log_std = -5 + 0.5 * 7 * (torch.tanh(self.log_std(h)) + 1)
        normal = torch.distributions.Normal(self.mean(h), log_std.exp())
        drawn = normal.rsample()
        squashed = torch.tanh(drawn)
        log = normal.log_prob(drawn) - torch.log(self.scale * (1 - squashed.pow(2)) + 1e-6)
        return squashed * self.scale, log.sum(1, keepdim=True)


torch.manual_seed(0)
actor, q1, q2, t1, t2 = Actor(), Critic(), Critic(), Critic(), Critic()
t1.load_state_dict(q1.state_dict())
t2.load_state_dict(q2.state_dict())
of_critics = torch.optim.Adam(list(q1.parameters()) + list(q2.parameters()), lr=1e-3)
of_actor = torch.optim.Adam(list(actor.parameters()), lr=3e-4)
log_alpha = torch.zeros(1, requires_grad=True)
of_alpha = torch.optim.Adam([log_alpha], lr=1e-3)
alpha = log_alpha.exp().item()
for step in range(16):
    x, a, r, n, d = torch.randn(32, 3), torch.randn(32, 2), torch.randn(32), torch.randn(32, 3), torch.zeros(32)
    with torch.no_grad():
        next_action, log = actor.act(n)
        least = torch.min(t1(n, next_action), t2(n, next_action)) - alpha * log
        wanted = r + (1 - d) * 0.99 * least.view(-1)
    loss = F.mse_loss(q1(x, a).view(-1), wanted) + F.mse_loss(q2(x, a).view(-1), wanted)
    of_critics.zero_grad()
    loss.backward()
    of_critics.step()
    if step % 2 == 0:
        for _ in range(2):
            action, log = actor.act(x)
            actor_loss = (alpha * log - torch.min(q1(x, action), q2(x, action))).mean()
            of_actor.zero_grad()
            actor_loss.backward()
            of_actor.step()
            with torch.no_grad():
                _, log = actor.act(x)
            alpha_loss = (-log_alpha.exp() * (log + 2)).mean()
            of_alpha.zero_grad()
            alpha_loss.backward()
            of_alpha.step()
            alpha = log_alpha.exp().item()
    for net, kept in ((q1, t1), (q2, t2)):
        for new, old in zip(net.parameters(), kept.parameters(), strict=True):
            old.data.copy_(0.005 * new.data + 0.995 * old.data)
    print(step, loss.item(), alpha)
