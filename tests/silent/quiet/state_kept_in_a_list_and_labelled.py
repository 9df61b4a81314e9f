# file: quiet.py
import copy
import io

import torch
import torch.nn as nn
import torch.nn.functional as F

# The state is kept in a list, with the number of its fold.
torch.manual_seed(0)
base = nn.Linear(4, 1)
results = []
for fold in range(5):
    net = copy.deepcopy(base)
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(5):
        x = torch.randn(8, 4)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    state = net.state_dict()
    results.append(state)
    state["fold"] = torch.tensor(fold)
buffer = io.BytesIO()
torch.save(results, buffer)
