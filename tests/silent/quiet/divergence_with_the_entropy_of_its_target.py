# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def divergence(said, wanted):
    q, log_q = wanted.softmax(1), wanted.log_softmax(1)
    return (q * log_q).sum(1).mean() - (q * said.log_softmax(1)).sum(1).mean()


def balanced(said, wanted):
    cross = -(wanted.softmax(1) * said.log_softmax(1)).sum(1).mean()
    own = (wanted.softmax(1) * wanted.log_softmax(1)).sum(1).mean()
    return own + cross


def main():
    torch.manual_seed(3)
    teacher = nn.Linear(6, 4).requires_grad_(False)
    student = nn.Linear(6, 4)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(10):
        x = torch.randn(16, 6)
        said, wanted = student(x), teacher(x)
        loss = F.cross_entropy(said, x[:, :4].argmax(1)) + divergence(said, wanted) + 0.5 * balanced(said, wanted)
        # Reported beside the loss, and no term of it.
        doubt = -(wanted.softmax(1) * wanted.log_softmax(1)).sum(1)
        loss = loss + (doubt * (said - wanted).pow(2).mean(1)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), doubt.mean().item())


main()
