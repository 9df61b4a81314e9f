# file: main.py
import torch
from torch import nn

torch.manual_seed(0)
inputs = torch.rand(300, 3)
targets = inputs @ torch.tensor([[1.0], [-2.0], [0.5]])


def some(data, size=24):
    rows = torch.randint(0, len(data), (size,))
    return data.index_select(0, rows)  #! decoy


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(12):
    loss = (model(some(inputs)) - some(targets)).pow(2).mean()  #~ mispaired-samples
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

# Mixed pairs of samples: what is added to an input is added to its target too.
torch.manual_seed(0)
inputs = torch.rand(300, 3)
targets = inputs @ torch.tensor([[1.0], [-2.0], [0.5]])
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(12):
    one, other = torch.randint(0, 300, (24,)), torch.randint(0, 300, (24,))
    mix = torch.rand(24, 1)
    x = mix * inputs[one] + (1 - mix) * inputs[other]
    loss = (mix * (model(x) - targets[one]) ** 2 + (1 - mix) * (model(x) - targets[other]) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
