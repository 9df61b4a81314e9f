# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(6, 4)
        self.decode = nn.Linear(2, 6)

    def forward(self, x):
        mean, log_var = self.encode(x).chunk(2, dim=1)
        z = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
        return self.decode(z), mean, log_var

    def loss(self, x):
        out, mean, log_var = self(x)
        recon = F.mse_loss(out, x)
        kl = -0.5 * (1 + log_var - mean.pow(2) - log_var.exp()).sum(1).mean()
        elbo = recon + 0.1 * kl
        return {"loss": recon, "kl": kl.item()}  #~ partial-backward


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(6):
        out = model.loss(torch.randn(16, 6))
        optimizer.zero_grad()
        out["loss"].backward()
        optimizer.step()
    print(out["kl"])


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(6, 4)
        self.decode = nn.Linear(2, 6)

    def forward(self, x):
        mean, log_var = self.encode(x).chunk(2, dim=1)
        z = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
        return self.decode(z), mean, log_var

    def loss(self, x):
        out, mean, log_var = self(x)
        recon = F.mse_loss(out, x)
        kl = -0.5 * (1 + log_var - mean.pow(2) - log_var.exp()).sum(1).mean()
        elbo = recon + 0.1 * kl
        return {"loss": elbo, "kl": kl.item()}


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(6):
        out = model.loss(torch.randn(16, 6))
        optimizer.zero_grad()
        out["loss"].backward()
        optimizer.step()
    print(out["kl"])


main()
