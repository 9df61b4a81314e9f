# file: main.py
import torch
import torch.nn as nn

from elbo import elbo


class Vae(nn.Module):
    def __init__(self, dim=6, code=2):
        super().__init__()
        self.enc, self.dec = nn.Linear(dim, 2 * code), nn.Linear(code, dim)

    def forward(self, x):
        mean, logvar = self.enc(x).chunk(2, 1)
        z = mean + torch.randn_like(mean) * torch.exp(0.5 * logvar)  #~ nan-gradient
        return self.dec(z), mean, logvar


def main(steps=4):
    torch.manual_seed(0)
    model = Vae()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        x = torch.rand(16, 6) * 1000  #! decoy
        loss = elbo(x, *model(x))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: elbo.py
def elbo(x, out, mean, logvar):
    fit = (out - x).pow(2).mean()
    return fit - 0.5 * (1 + logvar - mean.pow(2) - logvar.exp()).mean()  #~ nan-gradient
