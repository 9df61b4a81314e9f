# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class CVAE(nn.Module):
    def __init__(self, d=8, z=2, classes=3):
        super().__init__()
        self.label = nn.Embedding(classes, 4)
        self.encoder = nn.Sequential(nn.Linear(d + 4, 16), nn.ReLU())
        self.mu, self.log_var = nn.Linear(16, z), nn.Linear(16, z)
        self.decoder = nn.Sequential(nn.Linear(z + 4, 16), nn.ReLU(), nn.Linear(16, d))
        self.z = z

    def forward(self, x, y):
        c = self.label(y)
        h = self.encoder(torch.cat([x, c], 1))
        mu, log_var = self.mu(h), self.log_var(h).clamp(-8, 8)
        z = mu + torch.randn_like(mu) * (0.5 * log_var).exp()
        return self.decoder(torch.cat([z, c], 1)), mu, log_var

    @torch.inference_mode()
    def sample(self, y):
        return self.decoder(torch.cat([torch.randn(len(y), self.z), self.label(y)], 1))


def main():
    torch.manual_seed(0)
    net = CVAE()
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    for epoch in range(6):
        beta = min(1.0, epoch / 4)
        y = torch.randint(0, 3, (32,))
        x = F.one_hot(y, 8).float() + 0.1 * torch.randn(32, 8)
        recon, mu, log_var = net(x, y)
        kl = -0.5 * (1 + log_var - mu ** 2 - log_var.exp()).sum(1).mean()
        loss = F.mse_loss(recon, x) + beta * kl
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(epoch, loss.item(), kl.item(), net.sample(torch.arange(3)).argmax(1).tolist())


main()
