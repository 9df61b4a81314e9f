# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Pointer(nn.Module):
    """Attention gives probabilities; their logarithm is the score of a choice."""

    def __init__(self, dim=8):
        super().__init__()
        self.q, self.k = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        a = torch.softmax(self.q(x) @ self.k(x).transpose(1, 2) / 8**0.5, dim=-1)
        glimpse = (a @ x).mean(1, keepdim=True)
        return torch.softmax((glimpse * self.k(x)).sum(-1), dim=-1)


def main(steps=8):
    torch.manual_seed(0)
    net = Pointer()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(8, 5, 8)
        p = net(x)
        dist = Categorical(probs=p)
        choice = dist.sample()
        reward = x[torch.arange(8), choice, 0]
        loss = -(dist.log_prob(choice) * (reward - reward.mean())).mean() - 0.01 * dist.entropy().mean()
        loss = loss + F.nll_loss(torch.log(p + 1e-9), x[..., 0].argmax(1))
        loss = loss + F.kl_div(torch.log(p + 1e-9), torch.full_like(p, 0.2), reduction="batchmean")
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
