# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class Glimpse(nn.Module):
    def __init__(self):
        super().__init__()
        self.look = nn.Linear(5, 16)
        self.cell = nn.GRUCell(16, 16)
        self.where = nn.Linear(16, 1)
        self.head, self.baseline = nn.Linear(16, 3), nn.Linear(16, 1)

    def glimpse(self, x, loc):
        i = ((loc.squeeze(1).clamp(-1, 1) + 1) / 2 * (x.shape[1] - 5)).long()
        return x.gather(1, i[:, None] + torch.arange(5))

    def forward(self, x, steps=3):
        h, loc = torch.zeros(len(x), 16), torch.zeros(len(x), 1)
        log_probs, bases = [], []
        for _ in range(steps):
            h = self.cell(F.relu(self.look(self.glimpse(x, loc))), h)
            mean = torch.tanh(self.where(h.detach()))
            dist = Normal(mean, 0.2)
            loc = dist.sample()
            log_probs.append(dist.log_prob(loc).squeeze(1))
            bases.append(self.baseline(h.detach()).squeeze(1))
        return self.head(h), torch.stack(log_probs, 1), torch.stack(bases, 1)


def main(steps=10):
    torch.manual_seed(0)
    net = Glimpse()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        x = torch.randn(32, 12)
        y = x[:, :3].argmax(1)
        logits, log_probs, bases = net(x)
        reward = (logits.argmax(1) == y).float()[:, None].expand_as(bases)
        loss = F.cross_entropy(logits, y) + F.mse_loss(bases, reward) - (log_probs * (reward - bases.detach())).sum(1).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
