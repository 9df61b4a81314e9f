import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(6, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(200):
    before = net.weight.detach().numpy()  #~ same-memory|shared-memory
    x = torch.randn(32, 6)
    loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
    moved = np.abs(net.weight.detach().numpy() - before).max()  #~ same-memory|shared-memory
    if step > 5 and moved < 1e-4:
        print("converged at", step)
        break
print(loss.item())
