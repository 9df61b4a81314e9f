import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Linear(4, 4)
head = nn.Linear(4, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
memory = {}


def features(key, x):
    if key not in memory:
        memory[key] = (encoder(x), len(memory))  #~ backward-twice
    return memory[key][0]


for _ in range(4):
    loss = head(features("train", torch.ones(2, 4))).pow(2).mean()  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
