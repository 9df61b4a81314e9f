import torch
import torch.nn as nn


class VAE(nn.Module):
    def __init__(self, n=12, z=3):
        super().__init__()
        self.enc = nn.Linear(n, 2 * z)
        self.dec = nn.Linear(z, n)
        self.losses = []

    def add_loss(self, name, value):
        self.losses.append(value.mean().item())  #~ left-torch

    def forward(self, x):
        mean, log_var = self.enc(x).chunk(2, dim=-1)
        z = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
        recon = self.dec(z)
        self.add_loss("recon", (recon - x).pow(2).sum(dim=-1))
        self.add_loss("kl", 0.5 * (mean.pow(2) + log_var.exp() - 1 - log_var).sum(dim=-1))
        return recon

    def total_loss(self):
        total = torch.tensor(self.losses).sum()
        self.losses.clear()
        return total


def main():
    torch.manual_seed(0)
    model = VAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    data = torch.randn(40, 12)
    for epoch in range(3):
        for batch in data.split(10):
            recon = model(batch)
            loss = model.total_loss()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        mse = float((recon - batch).pow(2).mean())  #! decoy
        print(epoch, loss.item(), mse)  #! decoy


if __name__ == "__main__":
    main()
