import torch
import torch.nn as nn
import torch.nn.functional as F


class Correction(nn.Module):
    """Corrects the first column of those rows that an expert knows about."""

    def __init__(self):
        super().__init__()
        self.base = nn.Linear(5, 3)
        self.expert = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x, known):
        out = self.base(x)
        out[known][:, 0] = self.expert(x[known]).squeeze(1)  #~ dropped-write
        return out


torch.manual_seed(0)
model = Correction()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y = torch.randn(24, 5), torch.randn(24, 3)
known = torch.tensor([0, 3, 4, 9, 20])
for _ in range(6):
    loss = F.mse_loss(model(x, known), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
