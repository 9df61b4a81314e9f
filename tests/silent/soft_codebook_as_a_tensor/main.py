import torch
import torch.nn as nn
import torch.nn.functional as F

from codebook import SoftCodebook


class Coder(nn.Module):
    def __init__(self, d=8, dim=4):
        super().__init__()
        self.enc, self.book, self.dec = nn.Linear(d, dim), SoftCodebook(6, dim), nn.Linear(dim, d)
        self.register_buffer("mean", torch.zeros(d))

    def forward(self, x):
        return self.dec(self.book(self.enc(x - self.mean)))


torch.manual_seed(0)
model = Coder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(40, 2) @ torch.randn(2, 8)
for _ in range(7):
    loss = F.mse_loss(model(x), x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
