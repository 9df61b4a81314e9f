# file: main.py
import torch
import torch.nn.functional as F

from recurrent import RecurrentPolicy


def main(steps=8):
    torch.manual_seed(0)
    policy = RecurrentPolicy()
    opt = torch.optim.Adam(policy.parameters(), lr=3e-3)
    for step in range(steps):
        obs = torch.randn(7, 6, 4)
        done = torch.rand(7, 6) < 0.3
        out = policy(obs, done)
        loss = F.mse_loss(out, obs.cumsum(0)[..., 0])
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: recurrent.py
import torch
import torch.nn as nn


class RecurrentPolicy(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.hidden, self.cell, self.out = hidden, nn.Linear(4 + hidden, hidden), nn.Linear(hidden, 1)

    def forward(self, obs, done):
        h = torch.zeros(obs.size(1), self.hidden)
        outs = []
        for x, ended in zip(obs, done):
            h = torch.tanh(self.cell(torch.cat([x, h], 1)))
            outs.append(self.out(h).squeeze(-1))  #! decoy
            h.data[ended] = 0.0  #~ untracked-write|untracked-change
        return torch.stack(outs)
