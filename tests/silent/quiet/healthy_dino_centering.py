# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Head(nn.Module):
    def __init__(self, dim=8, out=10):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(dim, 16), nn.GELU(), nn.Linear(16, 6))
        self.last = nn.utils.parametrizations.weight_norm(nn.Linear(6, out, bias=False))
        self.last.parametrizations.weight.original0.data.fill_(1.0)
        self.last.parametrizations.weight.original0.requires_grad = False

    def forward(self, x):
        return self.last(F.normalize(self.mlp(x), dim=-1))


class Loss(nn.Module):
    def __init__(self, out=10):
        super().__init__()
        self.register_buffer("center", torch.zeros(1, out))

    def forward(self, student, teacher, temp=0.1, tt=0.04):
        t = ((teacher - self.center) / tt).softmax(-1).detach()
        loss = -(t * (student / temp).log_softmax(-1)).sum(-1).mean()
        self.update(teacher)
        return loss

    @torch.no_grad()
    def update(self, teacher):
        self.center = self.center * 0.9 + teacher.mean(0, keepdim=True) * 0.1


def main():
    torch.manual_seed(0)
    student, teacher, criterion = Head(), Head(), Loss()
    teacher.load_state_dict(student.state_dict())
    for p in teacher.parameters():
        p.requires_grad = False
    opt = torch.optim.AdamW([p for p in student.parameters() if p.requires_grad], lr=1e-3)
    for it in range(10):
        x = torch.randn(16, 8)
        loss = criterion(student(x + 0.3 * torch.randn_like(x)), teacher(x))
        opt.zero_grad()
        loss.backward()
        if it < 2:
            for n, p in student.named_parameters():
                if "last" in n:
                    p.grad = None
        opt.step()
        with torch.no_grad():
            for s, t in zip(student.parameters(), teacher.parameters()):
                t.mul_(0.99).add_(s.detach(), alpha=0.01)
    print(loss.item())


main()
