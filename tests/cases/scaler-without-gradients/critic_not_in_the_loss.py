# file: main.py
import torch
import torch.nn as nn

from trainer import Trainer


def main():
    torch.manual_seed(0)
    actor = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 4))
    critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(inplace=True), nn.Linear(8, 1))  #! decoy
    trainer = Trainer(actor, critic)
    for step in range(4):
        obs = torch.randn(10, 4)
        print(step, trainer.step(obs, obs[:, 0]))


if __name__ == "__main__":
    main()
# file: trainer.py
import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, actor, critic, warmup=2):
        self.actor, self.critic, self.warmup = actor, critic, warmup
        self.optimizers = {
            "actor": torch.optim.Adam(actor.parameters(), lr=1e-3),
            "critic": torch.optim.Adam(critic.parameters(), lr=1e-3),
        }
        self.scaler = torch.amp.GradScaler("cpu")
        self.steps = 0

    def losses(self, obs, reward):
        value = self.critic(obs).squeeze(-1)
        critic_loss = F.mse_loss(value, reward)
        if self.steps < self.warmup:
            return critic_loss
        return critic_loss - self.critic(self.actor(obs)).mean()

    def step(self, obs, reward):
        for optimizer in self.optimizers.values():
            optimizer.zero_grad(set_to_none=True)  #! decoy
        loss = self.losses(obs, reward)
        self.scaler.scale(loss).backward()  #! decoy
        for name, optimizer in self.optimizers.items():
            self.scaler.step(optimizer)  #~ scaler-without-gradients
        self.scaler.update()
        self.steps += 1
        return loss.item()
