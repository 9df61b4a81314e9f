# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

ACCUMULATE = 2


def main():
    torch.manual_seed(0)
    tokenizer = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))
    critic = nn.Sequential(nn.Linear(8, 16), nn.LeakyReLU(0.1), nn.Linear(16, 1))
    opt_ae = torch.optim.Adam(tokenizer.parameters(), lr=1e-3)
    opt_disc = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for i in range(24):
        x = torch.randn(16, 8)
        recon = tokenizer(x)
        ae_loss = F.mse_loss(recon, x) - 0.1 * critic(recon).mean()
        (ae_loss / ACCUMULATE).backward()
        if (i + 1) % ACCUMULATE == 0:
            opt_ae.step()
            opt_ae.zero_grad()  #~ foreign-gradient
        disc_loss = F.relu(1 - critic(x)).mean() + F.relu(1 + critic(recon.detach())).mean()
        (disc_loss / ACCUMULATE).backward()
        if (i + 1) % ACCUMULATE == 0:
            opt_disc.step()  #~ foreign-gradient
            opt_disc.zero_grad()  #~ foreign-gradient
    print(ae_loss.item(), disc_loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

ACCUMULATE = 2


def main():
    torch.manual_seed(0)
    tokenizer = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))
    critic = nn.Sequential(nn.Linear(8, 16), nn.LeakyReLU(0.1), nn.Linear(16, 1))
    opt_ae = torch.optim.Adam(tokenizer.parameters(), lr=1e-3)
    opt_disc = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for i in range(24):
        x = torch.randn(16, 8)
        recon = tokenizer(x)
        critic.requires_grad_(False)
        ae_loss = F.mse_loss(recon, x) - 0.1 * critic(recon).mean()
        (ae_loss / ACCUMULATE).backward()
        if (i + 1) % ACCUMULATE == 0:
            opt_ae.step()
            opt_ae.zero_grad()
        critic.requires_grad_(True)
        disc_loss = F.relu(1 - critic(x)).mean() + F.relu(1 + critic(recon.detach())).mean()
        (disc_loss / ACCUMULATE).backward()
        if (i + 1) % ACCUMULATE == 0:
            opt_disc.step()
            opt_disc.zero_grad()
    print(ae_loss.item(), disc_loss.item())


main()
