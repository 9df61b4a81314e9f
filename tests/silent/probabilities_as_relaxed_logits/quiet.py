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
