# file: main.py
import torch

from counter import counts

torch.manual_seed(0)
hours = torch.linspace(0, 6, 90)
measured = counts(hours)
shift, slope = torch.zeros(1, requires_grad=True), torch.zeros(1, requires_grad=True)
optimizer = torch.optim.Adam([shift, slope], lr=0.05)
for epoch in range(3):
    for rows in torch.randperm(90).split(30):
        loss = (shift + slope * hours[rows] - measured[rows]).square().mean()  #! decoy
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
    print(epoch, loss.item())
# file: counter.py
import torch


def counts(hours):
    """What a counter shows of two isotopes, with noise."""
    halflife = torch.tensor([1.5, 4.0], requires_grad=True)  #~ backward-twice
    amounts = torch.rand(2).requires_grad_()
    left = torch.exp2(-hours[:, None] / halflife)
    total = (left * amounts).sum(1)
    return total + 0.01 * torch.randn_like(total)  #! decoy
