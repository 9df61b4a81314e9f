# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from losses import diversity


class Discriminator(nn.Module):
    def __init__(self, size=8, hidden=12):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(size, hidden), nn.LeakyReLU(0.2))
        self.decision = nn.Linear(hidden, 1)

    def forward(self, x):
        phi = self.features(x)
        return self.decision(phi), phi


class Trainer:
    def __init__(self):
        self.G = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 8))
        self.D = Discriminator()
        self.opt_g = torch.optim.Adam(self.G.parameters(), lr=1e-3)
        self.opt_d = torch.optim.Adam(self.D.parameters(), lr=1e-3)

    def discriminator_step(self, real):
        fake = self.G(torch.randn(len(real), 4)).detach()
        self.opt_d.zero_grad()
        score_real, phi = self.D(real)
        loss = F.softplus(-score_real).mean() + F.softplus(self.D(fake)[0]).mean()
        loss.backward()  #! decoy
        self.opt_d.step()
        return phi.detach()

    def generator_step(self, phi_real):
        self.opt_g.zero_grad()
        score, phi_fake = self.D(self.G(torch.randn(len(phi_real), 4)))
        adversarial = F.softplus(-score).mean()
        adversarial.backward()  #~ backward-twice
        spread = diversity(phi_fake, phi_real)
        spread.backward()  #~ backward-twice
        self.opt_g.step()
        return adversarial.item() + spread.item()


def main():
    torch.manual_seed(0)
    trainer = Trainer()
    for step in range(3):
        phi_real = trainer.discriminator_step(torch.randn(10, 8))
        print(step, trainer.generator_step(phi_real))


if __name__ == "__main__":
    main()
# file: losses.py
import torch
import torch.nn.functional as F


def spectrum(phi):
    phi = F.normalize(phi, dim=1)
    return torch.linalg.eigvalsh(phi @ phi.t())


def diversity(phi_fake, phi_real):
    """How far the eigenvalues of the similarity kernels are apart."""
    fake, real = spectrum(phi_fake), spectrum(phi_real)
    return (fake - real).pow(2).mean()
