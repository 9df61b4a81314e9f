# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Vae(nn.Module):
    def __init__(self, dim=6, code=2):
        super().__init__()
        self.enc, self.mean, self.logvar = nn.Linear(dim, 12), nn.Linear(12, code), nn.Linear(12, code)
        self.dec, self.extra = nn.Linear(code, dim), nn.Linear(12, 2)

    def forward(self, x):
        h = torch.tanh(self.enc(x))
        mean, logvar = self.mean(h), self.logvar(h).clamp(-6, 2)
        return self.dec(mean + torch.randn_like(mean) * (0.5 * logvar).exp()), mean, logvar, self.extra(h)


def main(steps=16, warm=5):
    torch.manual_seed(0)
    model = Vae()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        out, mean, logvar, extra = model(x)
        beta = max(0.0, (step - warm) / 10)
        kl = -0.5 * (1 + logvar - mean**2 - logvar.exp()).sum(1).mean()
        aux = F.cross_entropy(extra, (x[:, 0] > 0).long())
        loss = F.mse_loss(out, x) + beta * kl + (0.0 if step < 3 else 0.1) * aux
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
