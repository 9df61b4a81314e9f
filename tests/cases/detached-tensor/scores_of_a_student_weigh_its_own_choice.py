# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Grader(nn.Module):
    """Essays by features; a rubric chooses the grade that the scorer is trained towards."""

    def __init__(self):
        super().__init__()
        self.rubric = nn.Linear(12, 5)
        self.scorer = nn.Linear(12, 5)
        self.difficulty = nn.Linear(12, 1)

    def forward(self, essays):
        grade = self.rubric(essays).argmax(dim=-1)  #! decoy
        scores = self.scorer(essays).detach()  #~ detached-tensor
        return F.cross_entropy(scores, grade, reduction="none"), self.difficulty(essays)


def main():
    torch.manual_seed(0)
    grader = Grader()
    optimizer = torch.optim.SGD(grader.parameters(), lr=0.1)
    essays = torch.randn(20, 12)
    for term in range(2):
        wrong, hard = grader(essays)
        loss = (wrong * torch.sigmoid(hard.detach()).squeeze(-1)).mean()  #~ detached-tensor
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(term, loss.item())


if __name__ == "__main__":
    main()
