# file: main.py
import torch
import torch.nn as nn

from policy import MaskedPolicy, entropy


def rollouts(gen, n=16):
    obs = torch.randn(n, 6, generator=gen)
    legal = torch.rand(n, 4, generator=gen) < 0.7
    legal[:, 0] = True
    return obs, legal


def main(steps=4):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    policy = MaskedPolicy()
    opt = torch.optim.Adam(policy.parameters(), lr=3e-3)
    for step in range(steps):
        obs, legal = rollouts(gen)
        logp = policy(obs, legal)
        actions = legal.float().multinomial(1, generator=gen)
        reward = (actions == 0).float().squeeze(1) - 0.3
        gain = (logp.gather(1, actions).squeeze(1) * reward).mean()
        loss = -gain - 0.01 * entropy(logp)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: policy.py
import torch
import torch.nn as nn


class MaskedPolicy(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, hidden), nn.Tanh(), nn.Linear(hidden, 4))

    def forward(self, obs, legal):
        logits = self.net(obs).masked_fill(~legal, float("-inf"))  #~ nan-gradient
        return torch.log_softmax(logits, dim=1)  #! decoy


def entropy(logp):
    terms = torch.exp(logp) * logp  #~ nan-gradient
    return -torch.nan_to_num(terms, nan=0.0).sum(1).mean()  #~ nan-gradient
