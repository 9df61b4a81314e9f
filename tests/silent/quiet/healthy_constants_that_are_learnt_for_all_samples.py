# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A learned mean, prompts that are the same for all, and a generator that begins with a constant: nothing that differs
# was meant to go in.


class Mean(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.ones(4))

    def forward(self, x):
        return self.mean.expand_as(x)


class Prompted(nn.Module):
    def __init__(self):
        super().__init__()
        self.prompt = nn.Parameter(torch.randn(3, 4))
        self.register_buffer("positions", torch.randn(3, 4))
        self.body = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True)

    def forward(self, x):
        prompts = self.prompt.expand(len(x), -1, -1) + self.positions
        return self.body(prompts).mean(1)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.start = nn.Parameter(torch.randn(1, 2, 4))
        self.style, self.paint = nn.Linear(4, 2), nn.Conv1d(2, 1, 3, padding=1)

    def forward(self, x):
        h = self.start.repeat(len(x), 1, 1) * self.style(torch.randn_like(x)).unsqueeze(2)
        return self.paint(h).squeeze(1)


torch.manual_seed(0)
for model in (Mean(), Prompted(), Generator()):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(10):
        x = torch.randn(12, 4) + 2
        loss = F.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())
