# file: main.py
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
# file: gnn.py
import torch
import torch.nn as nn


class MessagePassing(nn.Module):
    def __init__(self, dim=6, rounds=3):
        super().__init__()
        self.message, self.update = nn.Linear(2 * dim, dim), nn.GRUCell(dim, dim)
        self.rounds = rounds

    def forward(self, x, edges, order):
        src, dst = edges
        state = x.clone()
        for _ in range(self.rounds):
            for level in order:
                pick = torch.isin(dst, level)
                msg = torch.relu(self.message(torch.cat([state[src[pick]], state[dst[pick]]], -1)))
                total = torch.zeros_like(state)
                total.index_add_(0, dst[pick], msg)  #! decoy
                gate = state * total
                state[level] = self.update(total[level], gate[level])  #~ modified-in-place
        return state
