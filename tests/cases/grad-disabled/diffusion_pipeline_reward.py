# file: main.py
import torch

from diffuse.pipeline import Pipeline
from diffuse.reward import RewardTrainer
from diffuse.unet import Unet


def main():
    torch.manual_seed(0)
    pipeline = Pipeline(Unet(dim=4), steps=4)
    trainer = RewardTrainer(pipeline, lr=1e-3)
    for step in range(3):
        print(step, trainer.step(batch=5))


if __name__ == "__main__":
    main()
# file: diffuse/__init__.py
# file: diffuse/pipeline.py
from dataclasses import dataclass

import torch


@dataclass
class PipelineOutput:
    images: torch.Tensor
    steps: int


class Scheduler:
    def __init__(self, steps):
        self.alphas = torch.linspace(0.95, 0.2, steps)

    @property
    def timesteps(self):
        return reversed(range(len(self.alphas)))

    def step(self, noise, t, sample):
        alpha = self.alphas[t].item()  #! decoy
        before = self.alphas[t - 1].item() if t else 1.0
        original = (sample - (1 - alpha) ** 0.5 * noise) / alpha ** 0.5
        return before ** 0.5 * original + (1 - before) ** 0.5 * noise


class Pipeline:
    def __init__(self, unet, steps):
        self.unet, self.scheduler = unet, Scheduler(steps)

    @torch.no_grad()  #~ grad-disabled
    def __call__(self, batch, callback=None):
        sample = torch.randn(batch, self.unet.dim)
        for t in self.scheduler.timesteps:
            sample = self.scheduler.step(self.unet(sample, torch.tensor([[float(t)]])), t, sample)
            if callback is not None:
                sample = callback(t, sample)
        return PipelineOutput(images=sample, steps=len(self.scheduler.alphas))
# file: diffuse/reward.py
import torch
import torch.nn as nn


class Aesthetic(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 8), nn.Tanh(), nn.Linear(8, 1))
        self.requires_grad_(False)  #! decoy

    def forward(self, images):
        return self.net(images).squeeze(-1)


class RewardTrainer:
    def __init__(self, pipeline, lr):
        self.pipeline, self.reward = pipeline, Aesthetic(pipeline.unet.dim)
        self.optimizer = torch.optim.AdamW(pipeline.unet.parameters(), lr=lr)

    def step(self, batch):
        self.pipeline.unet.train()
        output = self.pipeline(batch, callback=lambda t, s: s.clamp(-3, 3))
        rewards = self.reward(output.images)
        loss = -rewards.mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return rewards.detach().mean().item()  #! decoy
# file: diffuse/unet.py
import torch
import torch.nn as nn


class Unet(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.body = nn.Sequential(nn.Linear(dim + 1, 16), nn.SiLU(), nn.Linear(16, dim))

    def forward(self, x, t):
        return self.body(torch.cat([x, t.expand(len(x), 1)], dim=1))
