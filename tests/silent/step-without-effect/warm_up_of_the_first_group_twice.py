# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    """A pretrained body and a new decoder, each with a rate of its own."""

    def __init__(self, body, decoder, rates=(1e-3, 1e-2), warm=5):
        self.body, self.decoder, self.rates, self.warm = body, decoder, rates, warm
        groups = [{"params": body.parameters(), "lr": 0.0}, {"params": decoder.parameters(), "lr": 0.0}]
        self.optimizer = torch.optim.Adam(groups, lr=1e-3)

    def warm_up(self, step):
        scale = min(1.0, (step + 1) / self.warm)
        self.optimizer.param_groups[0]["lr"] = self.rates[0] * scale
        self.optimizer.param_groups[0]["lr"] = self.rates[1] * scale  #~ step-without-effect

    def fit(self, steps):
        for step in range(steps):
            x = torch.randn(16, 8)
            loss = F.mse_loss(self.decoder(self.body(x)), x.flip(1))
            self.optimizer.zero_grad()
            loss.backward()
            self.warm_up(step)
            self.optimizer.step()
        print(loss.item())


torch.manual_seed(0)
Trainer(nn.Sequential(nn.Linear(8, 16), nn.ReLU()), nn.Linear(16, 8)).fit(20)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The body rests on purpose: its group was given a rate of 0, and the schedule is of the decoder's group.
torch.manual_seed(0)
body, decoder = nn.Sequential(nn.Linear(8, 16), nn.ReLU()), nn.Linear(16, 8)
groups = [{"params": decoder.parameters()}, {"params": body.parameters(), "lr": 0.0}]
optimizer = torch.optim.Adam(groups, lr=1e-2)
for step in range(20):
    x = torch.randn(16, 8)
    loss = F.mse_loss(decoder(body(x)), x.flip(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.param_groups[0]["lr"] = 1e-2 * min(1.0, (step + 1) / 5)
    optimizer.step()
print(loss.item())
