# file: main.py
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
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Lookahead:
    """Every few steps the weights go halfway back to the slow ones."""

    def __init__(self, params, every, rate):
        self.params, self.every, self.rate, self.steps = list(params), every, rate, 0
        self.slow = [p.detach().clone() for p in self.params]

    @torch.no_grad()
    def step(self):
        self.steps += 1
        if self.steps % self.every == 0:
            for s, p in zip(self.slow, self.params):
                s.add_(p - s, alpha=self.rate)
                p.copy_(s)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 20), nn.ReLU(), nn.Linear(20, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
ahead = Lookahead(net.parameters(), 5, 0.5)
for step in range(40):
    x = torch.randn(32, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
    ahead.step()
print(loss.item())
