import torch
from torch import nn

torch.manual_seed(0)
stem, top = nn.Linear(6, 8), nn.Linear(8, 2)
sorter = nn.Sequential(stem, nn.ReLU(), top)
stem.requires_grad_(False)  #! decoy
optimizer = torch.optim.SGD([p for p in sorter.parameters() if p.requires_grad], lr=0.05)
for step in range(4):
    beans, kinds = torch.randn(12, 6), torch.randint(0, 2, (12,))
    loss = nn.functional.cross_entropy(sorter(beans), kinds)
    slopes = torch.autograd.grad(loss, list(sorter.parameters()), create_graph=True)  #~ frozen-parameter
    loss = loss + 0.1 * sum(slope.square().sum() for slope in slopes)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
