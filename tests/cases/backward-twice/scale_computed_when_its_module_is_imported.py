# file: main.py
import torch

from losses import LOG_SCALE, contrast

torch.manual_seed(0)
net = torch.nn.Linear(5, 4)
optimizer = torch.optim.SGD([*net.parameters(), LOG_SCALE], lr=0.1)
for _ in range(4):
    a, b = torch.randn(6, 5), torch.randn(6, 5)
    loss = contrast(net(a), net(b))
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
# file: losses.py
import torch
import torch.nn.functional as F

LOG_SCALE = torch.tensor(2.0, requires_grad=True)
SCALE = LOG_SCALE.exp()  #~ backward-twice


def contrast(a, b):
    scores = F.normalize(a, dim=1) @ F.normalize(b, dim=1).T
    return F.cross_entropy(SCALE * scores, torch.arange(len(a)))  #! decoy
