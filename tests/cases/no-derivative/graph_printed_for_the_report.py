# file: main.py
import torch
import torch.nn.functional as F

from draw import count_steps
from model import Ranker


def main():
    torch.manual_seed(0)
    net = Ranker()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        items = torch.randn(4, 6, 5)
        rank, scores = net(items)
        loss = F.mse_loss(rank, items[..., 0])
        print(step, count_steps(loss), scores.mean().item())
        opt.zero_grad()
        loss.backward()
        opt.step()


main()
# file: draw.py
def count_steps(loss):
    seen, queue = set(), [loss.grad_fn]
    while queue:
        node = queue.pop()
        if node in seen:
            continue
        seen.add(node)
        queue += [n for n, _ in node.next_functions if n is not None]
    return len(seen)
# file: model.py
import torch
import torch.nn as nn


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(5, 1)

    def forward(self, items):
        s = self.score(items).squeeze(-1)
        rank = s.argsort(-1).argsort(-1).float()  #~ no-derivative
        return rank / rank.shape[-1], s.detach()  #! decoy
