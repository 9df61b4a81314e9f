import torch
import torch.nn as nn
import torch.nn.functional as F


class Shadow:
    def __init__(self, model):
        self.model = model
        self.shadow = {n: p.detach().clone() for n, p in model.named_parameters()}

    def update(self):
        for n, p in self.model.named_parameters():
            self.shadow[n] = 0.9 * self.shadow[n] + 0.1 * p.detach()

    def apply_shadow(self):
        for n, p in self.model.named_parameters():
            p.data.copy_(self.shadow[n])  #~ update-undone


class Trainer:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(6, 20), nn.ReLU(), nn.Linear(20, 2))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1, momentum=0.9)
        self.ema = Shadow(self.model)

    def epoch(self):
        for _ in range(3):
            x = torch.randn(32, 6)
            loss = F.cross_entropy(self.model(x), (x[:, 0] * x[:, 1] > 0).long())
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()

    def checkpoint(self):
        self.ema.apply_shadow()  #~ update-undone
        return {n: p.clone() for n, p in self.model.state_dict().items()}


torch.manual_seed(0)
trainer = Trainer()
for epoch in range(8):
    print(epoch, trainer.epoch())
    saved = trainer.checkpoint()
