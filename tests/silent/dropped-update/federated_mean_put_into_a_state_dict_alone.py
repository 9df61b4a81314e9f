# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def local_update(model, x, y):
    client = copy.deepcopy(model)
    optimizer = torch.optim.SGD(client.parameters(), lr=0.2)
    for _ in range(4):
        optimizer.zero_grad()
        F.cross_entropy(client(x), y).backward()
        optimizer.step()
    return client.state_dict()


def aggregate(model, states):
    merged = model.state_dict()
    for key in merged.keys():
        merged[key] = torch.stack([state[key] for state in states]).mean(dim=0)  #~ dropped-update


torch.manual_seed(0)
shared = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
shards = [(x, x[:, :3].argmax(1)) for x in torch.randn(3, 20, 6)]
for communication in range(4):
    aggregate(shared, [local_update(shared, *shard) for shard in shards])
    print(communication, sum(F.cross_entropy(shared(x), y).item() for x, y in shards))
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def local_update(model, x, y):
    client = copy.deepcopy(model)
    optimizer = torch.optim.SGD(client.parameters(), lr=0.2)
    for _ in range(4):
        optimizer.zero_grad()
        F.cross_entropy(client(x), y).backward()
        optimizer.step()
    return client.state_dict()


def aggregate(model, states):
    merged = model.state_dict()
    for key in merged.keys():
        merged[key] = torch.stack([state[key] for state in states]).mean(dim=0)
    model.load_state_dict(merged)


def soup(model, states):
    """The average of what began alike, for another network."""
    mixed = model.state_dict()
    mixed.update({key: sum(state[key] for state in states) / len(states) for key in mixed})
    tasted = copy.deepcopy(model)
    tasted.load_state_dict(mixed)
    return tasted


torch.manual_seed(0)
shared = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
shards = [(x, x[:, :3].argmax(1)) for x in torch.randn(3, 20, 6)]
for communication in range(4):
    aggregate(shared, [local_update(shared, *shard) for shard in shards])
    print(communication, sum(F.cross_entropy(shared(x), y).item() for x, y in shards))
tasted = soup(shared, [local_update(shared, *shard) for shard in shards * 2])
print(sum(F.cross_entropy(tasted(x), y).item() for x, y in shards))
