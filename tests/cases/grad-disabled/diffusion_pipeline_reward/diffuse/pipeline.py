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
