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
