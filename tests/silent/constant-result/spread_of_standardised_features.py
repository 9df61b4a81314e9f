# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(5, 8), nn.Linear(8, 1)
optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-2)
for step in range(10):
    x = torch.randn(16, 5)
    h = encoder(x)
    z = (h - h.mean(0)) / h.std(0)
    spread = F.relu(2 - z.var(0)).mean()  #~ constant-result
    loss = F.mse_loss(head(torch.tanh(h)), x.prod(1, keepdim=True)) + spread
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# The spread is taken of the features as they are; standardised ones go into the head.

torch.manual_seed(0)
encoder, head = nn.Linear(5, 8), nn.Linear(8, 1)
optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-2)
for step in range(10):
    x = torch.randn(16, 5)
    h = encoder(x)
    centred = h - h.mean(0)
    z = centred / (h.std(0) + 1e-5)
    spread = F.relu(2 - centred.pow(2).mean(0)).mean() + 0.1 * z.abs().mean()
    loss = F.mse_loss(head(z), x.prod(1, keepdim=True)) + spread
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
