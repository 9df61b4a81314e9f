import torch
from torch import nn


def sensitivity(model, given):
    return torch.autograd.grad(model(given).sum(), given)[0].abs().mean()


torch.manual_seed(0)
table = nn.Embedding(9, 6)
stem, top = nn.Linear(6, 8), nn.Linear(8, 2)
sorter = nn.Sequential(stem, nn.ReLU(), top)
stem.requires_grad_(False)
table.requires_grad_(False)
open_weights = [p for p in sorter.parameters() if p.requires_grad]
optimizer = torch.optim.SGD(open_weights, lr=0.05)
for step in range(4):
    beans, kinds = table(torch.randint(0, 9, (12,))), torch.randint(0, 2, (12,))
    loss = nn.functional.cross_entropy(sorter(beans), kinds)
    slopes = torch.autograd.grad(loss, open_weights, create_graph=True)
    loss = loss + 0.1 * sum(slope.square().sum() for slope in slopes)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
print(sensitivity(sorter, table(torch.arange(9)).requires_grad_()))
raise SystemExit(3)
