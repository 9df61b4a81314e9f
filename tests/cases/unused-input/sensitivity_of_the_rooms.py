import torch
from torch import nn


def sensitivity(model, given):
    return torch.autograd.grad(model(given).sum(), given)[0].abs().mean()  #! decoy


torch.manual_seed(0)
by_weather = nn.Linear(3, 1)
by_room = nn.Sequential(nn.Embedding(5, 3), nn.Linear(3, 1))
weather = torch.randn(6, 3, requires_grad=True)
print("weather", sensitivity(by_weather, weather).item())
rooms = torch.randint(0, 5, (6,))
print("rooms", sensitivity(by_room, rooms).item())  #~ unused-input
