# file: quiet.py
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F


def everyones(values, own=True):
    parts = [torch.zeros_like(values) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, values.contiguous())
    if own:
        parts[dist.get_rank()] = values
    return torch.cat(parts)


@torch.no_grad()
def mean_accuracy(scores, labels):
    right = (scores.argmax(1) == labels).float().mean()
    dist.all_reduce(right)
    all_scores = everyones(scores, own=False)
    return right.item() / dist.get_world_size(), all_scores.softmax(1).max().item()


def averaged(model):
    for p in model.parameters():
        dist.all_reduce(p.grad)
        p.grad /= dist.get_world_size()


def main():
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
    for p in model.parameters():
        dist.broadcast(p.data, src=0)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    history = []
    for _ in range(12):
        x = torch.randn(20, 6)
        y = x[:, :4].argmax(1)
        scores = model(x)
        centre = everyones(scores.detach(), own=False).mean(0)
        loss = F.cross_entropy(everyones(scores), everyones(y, own=False)) + 0.01 * (scores - centre).square().mean()
        optimizer.zero_grad()
        loss.backward()
        averaged(model)
        optimizer.step()
        losses = [torch.zeros(()) for _ in range(dist.get_world_size())]
        dist.all_gather(losses, loss)
        history.append((torch.stack(losses).mean().item(), *mean_accuracy(scores, y)))
    print(history[-1])
    dist.destroy_process_group()


main()
