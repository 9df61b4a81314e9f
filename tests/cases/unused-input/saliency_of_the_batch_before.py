import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
scan = torch.randn(8, 6, requires_grad=True)
for step in range(3):
    loss = F.cross_entropy(net(scan), torch.randint(0, 3, (8,)))
    opt.zero_grad()
    loss.backward()
    opt.step()  #! decoy
    following = torch.randn(8, 6, requires_grad=True)
    scores = net(following)  #~ unused-input
    (map_of_scan,) = torch.autograd.grad(scores.max(-1).values.sum(), scan)
    print(map_of_scan.abs().mean())
