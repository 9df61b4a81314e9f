# file: main.py
import torch
import torch.nn as nn

from ssl_kit.ema import EmaTeacher
from ssl_kit.fit import fit


def main():
    torch.manual_seed(0)
    student = nn.Sequential(nn.Linear(5, 16), nn.GELU(), nn.Linear(16, 4))
    teacher = EmaTeacher(student, decay=0.99)
    labelled = [(torch.randn(8, 5), torch.randint(0, 4, (8,))) for _ in range(3)]
    print(fit(student, teacher, labelled))


if __name__ == "__main__":
    main()
# file: ssl_kit/__init__.py
# file: ssl_kit/ema.py
import torch


class EmaTeacher:
    """A slow copy of the student."""

    def __init__(self, student, decay):
        self.module = student  #~ frozen-parameter
        self.decay = decay
        for p in self.module.parameters():
            p.requires_grad_(False)  #~ frozen-parameter
        self.module.eval()

    @torch.no_grad()  #! decoy
    def update(self, student):
        for slow, fast in zip(self.module.parameters(), student.parameters()):
            slow.lerp_(fast, 1 - self.decay)

    @torch.no_grad()  #! decoy
    def __call__(self, x):
        return self.module(x).softmax(dim=-1)
# file: ssl_kit/fit.py
from functools import partial

import torch
import torch.nn.functional as F


def supervised(student, batch):
    x, y = batch
    return F.cross_entropy(student(x), y)


def consistency(student, teacher, batch):
    x, _ = batch
    wanted = teacher(x).detach()  #! decoy
    return F.kl_div(student(x + 0.1 * torch.randn_like(x)).log_softmax(-1), wanted, reduction="batchmean")


def fit(student, teacher, batches):
    terms = {"sup": (1.0, partial(supervised, student)), "cons": (0.5, partial(consistency, student, teacher))}
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    history = []
    for batch in batches:
        parts = {name: weight * term(batch) for name, (weight, term) in terms.items()}
        loss = sum(parts.values())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        teacher.update(student)
        history.append({name: part.item() for name, part in parts.items()})  #! decoy
    return history
