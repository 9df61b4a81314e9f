# file: main.py
import torch
import torch.nn.functional as F
from torch.distributions import Bernoulli, Independent

from decoder import Vae


def main(steps=8):
    torch.manual_seed(0)
    vae = Vae()
    opt = torch.optim.Adam(vae.parameters(), lr=1e-2)
    for step in range(steps):
        x = (torch.rand(16, 8) > 0.5).float()
        pixels, mean, spread = vae(x)
        likelihood = Independent(Bernoulli(logits=pixels), 1)  #~ double-activation
        kl = 0.5 * (mean**2 + spread.exp() - spread - 1).sum(1)
        loss = (kl - likelihood.log_prob(x)).mean()  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
from torch.distributions import Bernoulli, Categorical, Independent

from decoder import Vae


def main(steps=8):
    """Probabilities as probabilities."""
    torch.manual_seed(0)
    vae = Vae()
    opt = torch.optim.Adam(vae.parameters(), lr=1e-2)
    for step in range(steps):
        x = (torch.rand(16, 8) > 0.5).float()
        pixels, mean, spread = vae(x)
        likelihood = Independent(Bernoulli(probs=pixels), 1)
        choice = Categorical(probs=pixels)
        kl = 0.5 * (mean**2 + spread.exp() - spread - 1).sum(1)
        loss = (kl - likelihood.log_prob(x) - choice.log_prob(x.argmax(1))).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: decoder.py
import torch
import torch.nn as nn


class Vae(nn.Module):
    def __init__(self, pixels=8, code=2):
        super().__init__()
        self.encode = nn.Linear(pixels, 2 * code)
        self.decode = nn.Sequential(nn.Linear(code, 16), nn.ReLU(), nn.Linear(16, pixels))

    def forward(self, x):
        mean, spread = self.encode(x).chunk(2, 1)
        z = mean + torch.randn_like(mean) * (0.5 * spread).exp()
        return torch.sigmoid(self.decode(z)), mean, spread  #! decoy
