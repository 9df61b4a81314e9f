import torch
from torch import nn

torch.manual_seed(0)
own, between = nn.Linear(1, 8), nn.Linear(1, 8)
out = nn.Linear(8, 1)
parameters = [*own.parameters(), *between.parameters(), *out.parameters()]
opt = torch.optim.Adam(parameters, lr=5e-3)


def energy(place):
    with torch.no_grad():  #~ cut-derivative
        apart = place - place.roll(1, 0)
        apart = apart * apart.abs()
    hidden = torch.tanh(own(place)) + torch.tanh(between(apart))
    return out(hidden).sum()


for _ in range(14):
    place = torch.randn(16, 1, requires_grad=True)
    pull = -torch.autograd.grad(energy(place), place, create_graph=True)[0]  #! decoy
    wanted = place.detach().roll(1, 0) + place.detach().roll(-1, 0) - 2 * place.detach()
    loss = nn.functional.mse_loss(pull, wanted)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
