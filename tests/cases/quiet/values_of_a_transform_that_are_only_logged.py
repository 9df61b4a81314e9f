import torch
from torch import nn
from torch.func import functional_call, grad, vmap

torch.manual_seed(0)
field = nn.Linear(2, 1)
opt = torch.optim.Adam(field.parameters())
seen = {}


def energy(params, at):
    value = functional_call(field, params, (at,))
    seen["value"] = value
    return value.sum()


for _ in range(3):
    at = torch.randn(6, 2)
    force = grad(energy, argnums=1)(dict(field.named_parameters()), at)
    norms = vmap(lambda f: torch.where(f > 0, f, -f).sum())(force)
    loss = (norms - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"{seen['value'].detach().mean().item():.3f}")
