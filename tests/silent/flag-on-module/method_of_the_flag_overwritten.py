import torch
import torch.nn as nn
import torch.nn.functional as F


class Speech(nn.Module):
    def __init__(self):
        super().__init__()
        self.wave = nn.Conv1d(1, 4, 5, stride=2)
        self.norm = nn.BatchNorm1d(4)
        self.out = nn.Linear(4, 3)

    def forward(self, x):
        return self.out(torch.relu(self.norm(self.wave(x))).mean(2))


def prepare(model):
    for name, p in model.named_parameters():
        if name.startswith(("wave", "norm")):
            p.requires_grad_ = False  #~ flag-on-module
    return model


torch.manual_seed(0)
model = prepare(Speech())
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  #! decoy
x, y = torch.randn(12, 1, 30), torch.randint(0, 3, (12,))
for _ in range(5):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
