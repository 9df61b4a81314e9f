# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def assign(scores, rounds=3):
    q = torch.exp(scores / 0.05).T
    q /= q.sum()
    for _ in range(rounds):
        q /= q.sum(1, keepdim=True) * q.size(0)
        q /= q.sum(0, keepdim=True) * q.size(1)
    return (q * q.size(1)).T


class SlotAttention(nn.Module):
    def __init__(self, dim=8, slots=3):
        super().__init__()
        self.slots = nn.Parameter(torch.randn(slots, dim))
        self.k, self.v = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        a = F.softmax(self.k(x) @ self.slots.T, dim=-1)
        a = a / a.sum(0, keepdim=True)
        node = F.softmax(self.k(x).sum(-1), dim=0)
        return a.T @ self.v(x), (node.unsqueeze(1) * x).sum(0)


def main(steps=8):
    torch.manual_seed(0)
    enc, protos, slot = nn.Linear(6, 8), nn.Linear(8, 5, bias=False), SlotAttention()
    opt = torch.optim.SGD([*enc.parameters(), *protos.parameters(), *slot.parameters()], lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 6)
        one = protos(F.normalize(enc(x), dim=1))
        two = protos(F.normalize(enc(x + 0.1 * torch.randn_like(x)), dim=1))
        loss = -(assign(one) * F.log_softmax(two / 0.1, dim=1)).sum(1).mean()
        s, graph = slot(enc(x))
        loss = loss + (s.mean(0) - graph).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
