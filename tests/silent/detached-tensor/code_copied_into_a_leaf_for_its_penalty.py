# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(12, 8), nn.ELU())
decoder = nn.Linear(8, 12)
prior = torch.randn(8)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-2)


def spread(code):
    return (code.var(dim=0) - 1).pow(2).mean() + (code.mean(dim=0) - prior).abs().mean()


def apart(code):
    own = code.detach().clone()  #~ detached-tensor
    own.requires_grad_(True)
    return own


for _ in range(12):
    batch = torch.randn(32, 12)
    code = encoder(batch)
    rebuilt = F.mse_loss(decoder(code), batch)
    loss = rebuilt + 0.5 * spread(apart(code))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(12, 8), nn.ELU())
decoder = nn.Linear(8, 12)
prior = torch.randn(8)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-2)


def spread(code):
    return (code.var(dim=0) - 1).pow(2).mean() + (code.mean(dim=0) - prior).abs().mean()


# The second half is differentiated by itself, and its gradient is handed on by the program.
for _ in range(12):
    batch = torch.randn(32, 12)
    code = encoder(batch)
    own = code.detach().clone()
    own.requires_grad_(True)
    loss = F.mse_loss(decoder(own), batch) + 0.5 * spread(own)
    optimizer.zero_grad()
    loss.backward()
    code.backward(own.grad)
    optimizer.step()
print(loss.item())
