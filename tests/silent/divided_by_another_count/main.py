import torch
import torch.nn as nn
import torch.nn.functional as F

from config import Config


class Trainer:
    def __init__(self, model, config):
        self.model, self.config, self.seen = model, config, 0
        self.optimizer = torch.optim.SGD(model.parameters(), lr=config.rate)

    def micro_step(self, x, y):
        loss = F.cross_entropy(self.model(x), y)
        scaled = loss / self.config.micro  #~ unscaled-accumulation
        scaled.backward()
        self.seen += 1
        if self.seen % self.config.accumulate == 0:
            nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)  #! decoy
            self.optimizer.step()
            self.optimizer.zero_grad()  #! decoy
        return loss.item()


def main(rounds=40):
    torch.manual_seed(0)
    trainer = Trainer(nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3)), Config())
    for step in range(rounds):
        x = torch.randn(8, 6)
        loss = trainer.micro_step(x, x[:, :3].argmax(1))
        if step % 10 == 0:
            print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
