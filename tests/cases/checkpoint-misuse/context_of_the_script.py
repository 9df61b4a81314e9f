import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
embed, mix, head = nn.Linear(4, 8), nn.Linear(8, 8), nn.Linear(8, 1)
opt = torch.optim.SGD([*embed.parameters(), *mix.parameters(), *head.parameters()], lr=0.1)


def block(h):
    return torch.tanh(mix(h) + context)  #~ checkpoint-misuse


for x in torch.randn(4, 6, 4):
    context = embed(x)
    h = torch.zeros(6, 8, requires_grad=True)
    for _ in range(2):
        h = checkpoint(block, h, use_reentrant=True)
    loss = head(h).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
