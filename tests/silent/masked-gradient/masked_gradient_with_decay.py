# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def keep_pruned(weight, mask):
    """Pruned weights get no gradient, so that they stay where they are."""
    weight.register_hook(lambda grad: grad * mask)  #~ masked-gradient


def prune(layer, share):
    size = layer.weight.abs()
    mask = (size > size.flatten().quantile(share)).float()
    # half of the weights are to stay at their pretrained values
    keep_pruned(layer.weight, mask)


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
    prune(model[0], 0.5)
    x, y = torch.randn(30, 6), torch.randint(3, (30,))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.1)  #~ masked-gradient
    for _ in range(5):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def keep_pruned(weight, mask):
    """Pruned weights get no gradient, so that they stay where they are."""
    weight.register_hook(lambda grad: grad * mask)


def prune(layer, share):
    size = layer.weight.abs()
    mask = (size > size.flatten().quantile(share)).float()
    with torch.no_grad():
        layer.weight.mul_(mask)
    keep_pruned(layer.weight, mask)


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
    prune(model[0], 0.5)
    x, y = torch.randn(30, 6), torch.randint(3, (30,))
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    for _ in range(5):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
