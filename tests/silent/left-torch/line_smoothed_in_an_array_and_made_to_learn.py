# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.GRU(3, 6, batch_first=True)
read = nn.Linear(6, 1)
optimizer = torch.optim.RMSprop([*net.parameters(), *read.parameters()], lr=1e-3)


def roughness(line):
    line = torch.tensor(line.detach().numpy(), requires_grad=True)  #~ left-torch|detached-tensor|rebuilt-tensor
    return (line[:, 1:] - line[:, :-1]).pow(2).mean()


for _ in range(12):
    signal = torch.randn(8, 10, 3)
    states, _ = net(signal)
    line = read(states).squeeze(-1)
    fit = F.l1_loss(line, signal.sum(-1))
    loss = torch.stack([fit, roughness(line)]).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.GRU(3, 6, batch_first=True)
read = nn.Linear(6, 1)
optimizer = torch.optim.RMSprop([*net.parameters(), *read.parameters()], lr=1e-3)


def roughness(line):
    line = line.clone()
    return (line[:, 1:] - line[:, :-1]).pow(2).mean()


for _ in range(12):
    signal = torch.randn(8, 10, 3)
    states, _ = net(signal)
    line = read(states).squeeze(-1)
    fit = F.l1_loss(line, signal.sum(-1))
    loss = torch.stack([fit, roughness(line)]).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
