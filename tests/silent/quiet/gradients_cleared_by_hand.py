# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def clear(model, how):
    if how == 0:
        model.zero_grad()
    elif how == 1:
        for p in model.parameters():
            p.grad = None
    else:
        for p in model.parameters():
            p.grad.zero_()


torch.manual_seed(0)
for how in range(3):
    model = nn.Linear(5, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x, y = torch.randn(20, 5), torch.randint(2, (20,))
    for _ in range(6):
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        clear(model, how)
    print(how, loss.item())
