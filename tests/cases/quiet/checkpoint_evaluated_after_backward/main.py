import torch
import torch.nn as nn
import torch.nn.functional as F

from blocks import Body


class Trainer:
    def __init__(self):
        self.model = Body()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        self.history = []

    def validate(self, x):
        self.model.eval()
        with torch.no_grad():
            self.history.append(self.model(x).mean().item())

    def step(self, x, y, log=False):
        self.model.train()
        loss = F.mse_loss(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if log:
            self.validate(x)
        return loss.item()


def main():
    torch.manual_seed(0)
    trainer = Trainer()
    for step in range(4):
        x = torch.randn(8, 6)
        print(step, trainer.step(x, x.sum(1, keepdim=True), log=step == 2))


if __name__ == "__main__":
    main()
