# file: main.py
import torch
import torch.nn as nn

torch.manual_seed(0)
hours = torch.linspace(0, 6, 96)[:, None]
tide = torch.sin(2 * hours) + 0.3 * torch.cos(5 * hours)
waves, mixer = nn.Linear(1, 16), nn.Linear(16, 1)
optimizer = torch.optim.LBFGS([*waves.parameters(), *mixer.parameters()], lr=0.2, max_iter=3, history_size=6)


def closure():
    optimizer.zero_grad()
    error = nn.functional.mse_loss(mixer(torch.sin(waves(hours))), tide)
    error.backward()
    return error


for round in range(24):
    if round == 8:
        waves.requires_grad_(False)  #~ not-frozen
    error = optimizer.step(closure)
print(error.item())
# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
hours = torch.linspace(0, 6, 96)[:, None]
tide = torch.sin(2 * hours) + 0.3 * torch.cos(5 * hours)
waves, mixer = nn.Linear(1, 16), nn.Linear(16, 1)
optimizer = torch.optim.LBFGS([*waves.parameters(), *mixer.parameters()], lr=0.2, max_iter=3, history_size=6)


def closure():
    optimizer.zero_grad()
    error = nn.functional.mse_loss(mixer(torch.sin(waves(hours))), tide)
    error.backward()
    return error


for round in range(24):
    if round == 8:
        waves.requires_grad_(False)
        optimizer = torch.optim.LBFGS(mixer.parameters(), lr=0.2, max_iter=3, history_size=6)
    error = optimizer.step(closure)
print(error.item())
