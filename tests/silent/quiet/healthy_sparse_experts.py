# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MoE(nn.Module):
    """Two of eight experts per row: some get no row in a batch of four."""

    def __init__(self, d=6, experts=8, k=2):
        super().__init__()
        self.k = k
        self.gate = nn.Linear(d, experts)
        self.experts = nn.ModuleList(nn.Linear(d, 4) for _ in range(experts))

    def forward(self, x):
        probs = self.gate(x).softmax(-1)
        weight, index = probs.topk(self.k, -1)
        weight = weight / weight.sum(-1, keepdim=True)
        out = x.new_zeros(len(x), 4)
        for n, expert in enumerate(self.experts):
            row, slot = (index == n).nonzero(as_tuple=True)
            if row.numel() == 0:
                continue
            out = out.index_add(0, row, expert(x[row]) * weight[row, slot].unsqueeze(-1))
        load = F.one_hot(index[:, 0], len(self.experts)).float().mean(0)
        self.balance = len(self.experts) * (load * probs.mean(0)).sum()
        return out


def main():
    torch.manual_seed(0)
    moe, head = MoE(), nn.Linear(4, 2)
    opt = torch.optim.Adam([*moe.parameters(), *head.parameters()], lr=1e-2)
    for step in range(12):
        x = torch.randn(4, 6)
        loss = F.cross_entropy(head(moe(x)), (x[:, 0] > 0).long()) + 0.01 * moe.balance
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
