import torch
import torch.nn as nn
import torch.nn.functional as F

from gnn import MessagePassing


def graph():
    src = torch.tensor([0, 1, 2, 3, 4, 0, 2])
    dst = torch.tensor([1, 2, 3, 4, 5, 3, 5])
    return torch.stack([src, dst]), [torch.tensor([1, 2]), torch.tensor([3]), torch.tensor([4, 5])]


def main():
    torch.manual_seed(0)
    edges, order = graph()
    embed, net, out = nn.Linear(4, 6), MessagePassing(), nn.Linear(6, 2)
    params = [p for m in (embed, net, out) for p in m.parameters()]
    opt = torch.optim.Adam(params, lr=1e-2)
    for step in range(3):
        x = torch.randn(6, 4)
        logits = out(net(embed(x), edges, order))
        loss = F.cross_entropy(logits, torch.tensor([0, 1, 0, 1, 0, 1]))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
