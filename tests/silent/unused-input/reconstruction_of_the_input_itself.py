# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class DenoisingVAE(nn.Module):
    def __init__(self, d=10, z=3):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 16), nn.ReLU())
        self.mu, self.log_var = nn.Linear(16, z), nn.Linear(16, z)
        self.decoder = nn.Sequential(nn.Linear(z, 16), nn.ReLU(), nn.Linear(16, d))

    def forward(self, noisy):
        h = self.encoder(noisy)
        mu, log_var = self.mu(h), self.log_var(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * log_var)
        return self.decoder(z), mu, log_var


def elbo(recon, noisy, clean, mu, log_var, beta=0.1):
    error = F.mse_loss(noisy, clean)  #~ unused-input|unused-parameters|never-connected|idle-parameter|loss-left-out
    kl = -0.5 * (1 + log_var - mu ** 2 - log_var.exp()).mean()
    return error + beta * kl


def main():
    torch.manual_seed(0)
    model = DenoisingVAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    clean = torch.randn(64, 3) @ torch.randn(3, 10)
    for epoch in range(6):
        noisy = clean + 0.3 * torch.randn_like(clean)
        recon, mu, log_var = model(noisy)
        loss = elbo(recon, noisy, clean, mu, log_var)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), recon.detach().std().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class DenoisingVAE(nn.Module):
    def __init__(self, d=10, z=3):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 16), nn.ReLU())
        self.mu, self.log_var = nn.Linear(16, z), nn.Linear(16, z)
        self.decoder = nn.Sequential(nn.Linear(z, 16), nn.ReLU(), nn.Linear(16, d))

    def forward(self, noisy):
        h = self.encoder(noisy)
        mu, log_var = self.mu(h), self.log_var(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * log_var)
        return self.decoder(z), mu, log_var


def elbo(recon, noisy, clean, mu, log_var, beta=0.1):
    error = F.mse_loss(recon, clean)
    kl = -0.5 * (1 + log_var - mu ** 2 - log_var.exp()).mean()
    return error + beta * kl


def main():
    torch.manual_seed(0)
    model = DenoisingVAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    clean = torch.randn(64, 3) @ torch.randn(3, 10)
    for epoch in range(6):
        noisy = clean + 0.3 * torch.randn_like(clean)
        recon, mu, log_var = model(noisy)
        loss = elbo(recon, noisy, clean, mu, log_var)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), recon.detach().std().item())


main()
