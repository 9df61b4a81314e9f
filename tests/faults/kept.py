"""A block that the program itself watches, which keeps values."""

import torch

import whygrad

torch.manual_seed(0)
with whygrad.watch():
    weight = torch.nn.Parameter(torch.ones(3))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        values = torch.zeros(3)
        values[0] = weight.sum() * 2
        values[1:] = weight[1:] * 3
        again = torch.from_numpy(values.detach().numpy() * 1.0)
        loss = (values.pow(2) + torch.tensor([1.0, values[0].item(), 2.0]) + again).sum()
        weight.data = weight.data * 1.0
        loss.backward()
        optimizer.step()
print([round(v, 4) for v in weight.tolist()])
