# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# All samples have the same code at first: which one is nearest, the encoder learns.


class Quantised(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode, self.decode = nn.Linear(6, 4), nn.Linear(4, 6)
        self.codes = nn.Parameter(torch.randn(8, 4) + torch.arange(8).unsqueeze(1) * 5.0)

    def forward(self, x):
        z = self.encode(x)
        code = self.codes[torch.cdist(z.detach(), self.codes.detach()).argmin(1)]
        self.commitment = F.mse_loss(z, code.detach()) + F.mse_loss(code, z.detach())
        return self.decode(z + (code - z).detach())


torch.manual_seed(0)
model = Quantised()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(12):
    x = torch.randn(16, 6)
    loss = F.mse_loss(model(x), x) + 0.1 * model.commitment
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
