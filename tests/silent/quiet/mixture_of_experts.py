# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Moe(nn.Module):
    def __init__(self, dim=8, experts=4, k=2):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(experts))
        self.k = k

    def forward(self, x):
        scores = torch.softmax(self.gate(x), -1)
        top, index = scores.topk(self.k, -1)
        top = top / top.sum(-1, keepdim=True)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            rows, slot = (index == i).nonzero(as_tuple=True)
            if rows.numel():
                out.index_add_(0, rows, top[rows, slot, None] * expert(x[rows]))
        load = F.one_hot(index, len(self.experts)).float().mean((0, 1))
        return out, len(self.experts) * (load * scores.mean(0)).sum()


def main(steps=8):
    torch.manual_seed(0)
    moe, head = Moe(), nn.Linear(8, 2)
    opt = torch.optim.AdamW([*moe.parameters(), *head.parameters()], lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 8)
        h, balance = moe(x)
        loss = F.cross_entropy(head(h), (x[:, 0] > 0).long()) + 0.01 * balance
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
