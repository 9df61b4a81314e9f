# file: main.py
import torch
import torch.nn as nn


class Fusion(nn.Module):
    def __init__(self, wide=6, scales=3):
        super().__init__()
        self.scales = nn.ModuleList(nn.Conv1d(1, wide, 2 * i + 1, padding=i) for i in range(scales))
        self.squeeze = nn.Linear(wide, 4)
        self.excite = nn.Linear(4, wide)
        self.out = nn.Linear(wide, 1)

    def forward(self, x):
        maps = [torch.relu(conv(x)) for conv in self.scales]
        summary = torch.relu(self.squeeze(sum(maps).mean(2)))
        gates = [self.excite(summary) for _ in maps]  #~ constant-softmax
        gates = torch.cat([gate[:, None] for gate in gates], dim=1)  #~ constant-softmax
        gates = torch.softmax(gates / 2.0, dim=1)
        fused = (gates.unsqueeze(3) * torch.stack(maps, dim=1)).sum(1)
        return self.out(fused.mean(2))


torch.manual_seed(0)
model = Fusion()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for step in range(9):
    x = torch.rand(12, 1, 16)
    loss = (model(x) - x.amax(2)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


# Each scale has its own layer for its gate, and all of them start alike.
class Fusion(nn.Module):
    def __init__(self, wide=6, scales=3):
        super().__init__()
        self.scales = nn.ModuleList(nn.Conv1d(1, wide, 2 * i + 1, padding=i) for i in range(scales))
        self.squeeze = nn.Linear(wide, 4)
        self.excite = nn.ModuleList(nn.Linear(4, wide) for _ in range(scales))
        for layer in self.excite:
            layer.load_state_dict(self.excite[0].state_dict())
        self.out = nn.Linear(wide, 1)

    def forward(self, x):
        maps = [torch.relu(conv(x)) for conv in self.scales]
        summary = torch.relu(self.squeeze(sum(maps).mean(2)))
        gates = torch.cat([layer(summary)[:, None] for layer in self.excite], dim=1)
        gates = torch.softmax(gates / 2.0, dim=1)
        fused = (gates.unsqueeze(3) * torch.stack(maps, dim=1)).sum(1)
        return self.out(fused.mean(2))


torch.manual_seed(0)
model = Fusion()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for step in range(9):
    x = torch.rand(12, 1, 16)
    loss = (model(x) - x.amax(2)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
