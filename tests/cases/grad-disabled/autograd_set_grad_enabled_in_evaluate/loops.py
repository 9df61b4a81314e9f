import torch
import torch.nn.functional as F


def train_epoch(net, data, optimizer):
    net.train()
    total = 0.0
    for x, y in data:
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()  #! decoy
    return float(total) / len(data)


def evaluate(net, data):
    net.eval()
    previous = torch.is_grad_enabled()
    torch.autograd.set_grad_enabled(False)  #~ grad-disabled
    hits = count = 0
    for x, y in data:
        hits += (net(x).argmax(dim=1) == y).sum().item()
        count += len(y)
        if hits == count and count > 1000:
            torch.autograd.set_grad_enabled(previous)
    return hits / count
