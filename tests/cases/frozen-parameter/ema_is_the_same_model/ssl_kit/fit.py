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
