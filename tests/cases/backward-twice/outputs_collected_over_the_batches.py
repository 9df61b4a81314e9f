import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
outputs = []
for _ in range(3):
    outputs.append((net(torch.randn(4, 3)).tanh(), "train"))  #~ backward-twice
    spread = torch.stack([out for out, _ in outputs]).std()
    optimizer.zero_grad()
    spread.backward()  #! decoy
    optimizer.step()
