# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

STEPS = 3


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        self.seen = 0

    def micro_step(self, x, y):
        loss = F.cross_entropy(self.model(x), y) / STEPS
        loss.backward()
        self.seen += 1
        if self.seen % STEPS == 0:
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            self.optimizer.zero_grad(set_to_none=False)
        return loss.item()


torch.manual_seed(0)
trainer = Trainer(nn.Sequential(nn.Linear(7, 12), nn.ReLU(), nn.Linear(12, 3)))
for _ in range(14):
    print(trainer.micro_step(torch.randn(8, 7), torch.randint(3, (8,))))
