# file: main.py
import torch
import torch.nn as nn

torch.manual_seed(0)
stem, trunk = nn.Linear(6, 8), nn.Sequential(nn.ReLU(), nn.Linear(8, 2))
parameters = [*stem.parameters(), *trunk.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.02)


def clear():
    for parameter in parameters:
        if parameter.requires_grad:
            parameter.grad = None


for step in range(30):
    if step == 12:
        for parameter in stem.parameters():
            parameter.requires_grad = False  #~ not-frozen
    x = torch.randn(16, 6)
    loss = nn.functional.cross_entropy(trunk(stem(x)), (x[:, 0] > x[:, 1]).long())
    clear()
    loss.backward()
    nn.utils.clip_grad_norm_(parameters, 1.0)
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
stem, trunk = nn.Linear(6, 8), nn.Sequential(nn.ReLU(), nn.Linear(8, 2))
parameters = [*stem.parameters(), *trunk.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.02)


def clear():
    for parameter in parameters:
        parameter.grad = None


for step in range(30):
    # The stem rests at every second step, after its pass: this step still uses its gradient.
    x = torch.randn(16, 6)
    loss = nn.functional.cross_entropy(trunk(stem(x)), (x[:, 0] > x[:, 1]).long())
    clear()
    loss.backward()
    nn.utils.clip_grad_norm_(parameters, 1.0)
    stem.weight.requires_grad = stem.bias.requires_grad = False
    optimizer.step()
    stem.weight.requires_grad = stem.bias.requires_grad = True
print(loss.item())
