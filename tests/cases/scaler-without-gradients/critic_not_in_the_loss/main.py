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
