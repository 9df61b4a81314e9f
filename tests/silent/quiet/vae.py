# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(12, 20)
        self.mean, self.log_var = nn.Linear(20, 3), nn.Linear(20, 3)
        self.decoder = nn.Sequential(nn.Linear(3, 20), nn.ReLU(), nn.Linear(20, 12))

    def forward(self, x):
        h = torch.relu(self.encoder(x))
        mean, log_var = self.mean(h), self.log_var(h)
        z = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
        return self.decoder(z), mean, log_var


def elbo(out, x, mean, log_var, beta):
    rebuilt = F.binary_cross_entropy_with_logits(out, x, reduction="sum")
    kl = -0.5 * (1 + log_var - mean**2 - log_var.exp()).sum()
    return (rebuilt + beta * kl) / len(x)


torch.manual_seed(0)
model = VAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x = (torch.rand(40, 12) > 0.5).float()
for step in range(8):
    out, mean, log_var = model(x)
    loss = elbo(out, x, mean, log_var, beta=step / 8)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
