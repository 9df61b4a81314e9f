# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Random features by choice: only the readout learns. The gradients of the features are a by-product; their norm is
# printed and not limited.


class Machine(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(3, 64), nn.Tanh())
        self.readout = nn.Linear(64, 1)

    def forward(self, x):
        return self.readout(self.features(x))


torch.manual_seed(0)
model = Machine()
optimizer = torch.optim.Adam(model.readout.parameters(), lr=1e-2)
for step in range(12):
    x = torch.rand(64, 3)
    loss = F.mse_loss(model(x), x.prod(1, keepdim=True))
    model.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), float("inf"))
    optimizer.step()
print(loss.item(), float(norm))
