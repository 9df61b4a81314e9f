# file: main.py
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
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from config import Config


def main(rounds=45):
    """Divided by the number of passes; the first and the last step have fewer."""
    torch.manual_seed(0)
    config = Config()
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=config.rate)
    for step in range(rounds):
        x = torch.randn(8, 6)
        loss = F.cross_entropy(model(x), x[:, :3].argmax(1))
        (loss / config.accumulate).backward()
        if step % config.accumulate == 0 or step + 1 == rounds:
            optimizer.step()
            optimizer.zero_grad()
    print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: config.py
from dataclasses import dataclass


@dataclass
class Config:
    rate: float = 1e-2
    micro: int = 4
    accumulate: int = 8
