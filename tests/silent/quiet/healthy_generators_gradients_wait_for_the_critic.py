# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn
torch.manual_seed(0)
G = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
D = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
og = torch.optim.Adam(G.parameters(), lr=1e-3)
od = torch.optim.Adam(D.parameters(), lr=1e-3)
one, zero = torch.ones(16, 1), torch.zeros(16, 1)
for step in range(20):
    fake = G(torch.randn(16, 4))
    og.zero_grad()
    g_loss = F.binary_cross_entropy_with_logits(D(fake), one)
    g_loss.backward()
    od.zero_grad()
    real = torch.randn(16, 2)
    d_loss = F.binary_cross_entropy_with_logits(D(real), one) + F.binary_cross_entropy_with_logits(D(fake.detach()), zero)
    d_loss.backward()
    od.step()
    og.step()
print(g_loss.item())
