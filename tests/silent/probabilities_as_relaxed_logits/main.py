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
