# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from ranking import ndcg_loss


def main():
    torch.manual_seed(0)
    body, rel, ctr = nn.Linear(6, 16), nn.Linear(16, 1), nn.Linear(16, 1)
    params = [p for m in (body, rel, ctr) for p in m.parameters()]
    opt = torch.optim.Adam(params, lr=1e-2)
    for step in range(6):
        docs = torch.randn(10, 6)
        gain = (docs[:, 0] * 2).clamp(0, 3).round()  #! decoy
        h = torch.relu(body(docs))
        loss = F.binary_cross_entropy_with_logits(ctr(h).squeeze(1), (gain > 1).float())
        loss = loss + ndcg_loss(rel(h).squeeze(1), gain)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: ranking.py
import torch


def dcg(gain):
    return ((2 ** gain - 1) / torch.log2(torch.arange(len(gain)) + 2.0)).sum()


def ndcg_loss(scores, gain):
    order = scores.sort(descending=True).indices  #~ no-derivative
    ideal = gain.sort(descending=True).values  #! decoy
    return 1 - dcg(gain[order]) / (dcg(ideal) + 1e-6)
