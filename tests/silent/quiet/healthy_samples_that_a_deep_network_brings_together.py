# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Without normalisation the differences between samples fade from layer to layer, and no single line has lost them.


class Deep(nn.Module):
    def __init__(self, wide=32, depth=12):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(wide, wide) for _ in range(depth))
        self.out = nn.Linear(wide, 3)

    def forward(self, x):
        for layer in self.layers:
            h = torch.relu(layer(x))
            x = 0.5 * h + 0.5 * h.mean(1, keepdim=True)
        return self.out(x.mean(1, keepdim=True) + x[:, :32])


torch.manual_seed(0)
model = Deep()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(10):
    x = torch.randn(32, 32)
    loss = F.cross_entropy(model(x), x[:, :3].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
