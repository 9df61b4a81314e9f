# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Warmup:
    def __init__(self, optimizer, peak, length):
        self.optimizer, self.peak, self.length, self.count = optimizer, peak, length, 0

    def step(self):
        self.count += 1
        self.optimizer.param_groups[0]["lr"] = self.peak * min(1.0, self.count / self.length)  #~ step-without-effect


torch.manual_seed(0)
encoder, mixer, decoder = nn.Linear(8, 12), nn.LayerNorm(12), nn.Linear(12, 4)
groups = [{"params": part.parameters(), "lr": 0.0} for part in (decoder, mixer, encoder)]
optimizer = torch.optim.AdamW(groups, lr=1e-3)
schedule = Warmup(optimizer, 1e-2, 12)
for step in range(30):
    x = torch.randn(24, 8)
    schedule.step()
    optimizer.zero_grad()
    loss = F.mse_loss(decoder(torch.tanh(mixer(encoder(x)))), x[:, ::2])
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Warmup:
    def __init__(self, optimizer, peak, length):
        self.optimizer, self.peak, self.length, self.count = optimizer, peak, length, 0

    def step(self):
        self.count += 1
        for number in range(len(self.optimizer.param_groups)):
            rate = self.peak * min(1.0, self.count / self.length - number / 3)
            self.optimizer.param_groups[number]["lr"] = max(0.0, rate)


torch.manual_seed(0)
encoder, mixer, decoder = nn.Linear(8, 12), nn.LayerNorm(12), nn.Linear(12, 4)
groups = [{"params": part.parameters(), "lr": 0.0} for part in (decoder, mixer, encoder)]
optimizer = torch.optim.AdamW(groups, lr=1e-3)
schedule = Warmup(optimizer, 1e-2, 12)
for step in range(30):
    x = torch.randn(24, 8)
    schedule.step()
    optimizer.zero_grad()
    loss = F.mse_loss(decoder(torch.tanh(mixer(encoder(x)))), x[:, ::2])
    loss.backward()
    optimizer.step()
print(loss.item())
