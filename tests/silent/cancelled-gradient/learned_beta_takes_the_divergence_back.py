# file: main.py
import torch
from autoencoder import Autoencoder, Beta
from torch import nn


class Trainer:
    def __init__(self):
        self.model, self.beta = Autoencoder(), Beta(target=1.5)
        parts = nn.ModuleList([self.model, self.beta])
        self.optimizer = torch.optim.Adam(parts.parameters(), lr=3e-3)

    def step(self, x):
        shown, divergence = self.model(x)
        mean = divergence.mean()
        losses = [nn.functional.mse_loss(shown, x), self.beta.weigh(mean), self.beta.adapt(mean)]
        self.optimizer.zero_grad()
        sum(losses).backward()
        self.optimizer.step()
        return [loss.item() for loss in losses]


def main():
    torch.manual_seed(0)
    trainer = Trainer()
    for step in range(10):
        print(step, trainer.step(torch.randn(64, 6)))


main()
# file: autoencoder.py
import torch
from torch import nn


class Beta(nn.Module):
    """The weight of a divergence, which is raised where the divergence is above its target."""

    def __init__(self, target):
        super().__init__()
        self.log = nn.Parameter(torch.tensor(-2.0))
        self.target = target

    def weigh(self, divergence):
        with torch.no_grad():  #! decoy
            beta = self.log.exp()
        return divergence * beta

    def adapt(self, divergence):
        return self.log.exp() * (self.target - divergence)  #~ cancelled-gradient


class Autoencoder(nn.Module):
    def __init__(self, width=3):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(6, 2 * width), nn.Linear(width, 6)

    def forward(self, x):
        mean, log_variance = self.encoder(x).chunk(2, dim=1)
        z = mean + torch.randn_like(mean) * (0.5 * log_variance).exp()
        divergence = 0.5 * (mean.square() + log_variance.exp() - 1 - log_variance).sum(1)
        return self.decoder(z), divergence
# file: quiet.py
import torch
from autoencoder import Autoencoder, Beta
from torch import nn


def main():
    torch.manual_seed(0)
    model, beta = Autoencoder(), Beta(target=1.5)
    optimizer = torch.optim.Adam([*model.parameters(), *beta.parameters()], lr=3e-3)
    for step in range(10):
        x = torch.randn(64, 6)
        shown, divergence = model(x)
        loss = nn.functional.mse_loss(shown, x) + beta.weigh(divergence.mean()) + beta.adapt(divergence.detach().mean())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")


main()
