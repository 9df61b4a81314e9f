# file: main.py
import torch

from policy import Policy


def saliency(policy, image, goal):
    goal = goal.clone().requires_grad_()
    score = policy(image, goal=goal).max(1).values.sum()
    return torch.autograd.grad(score, goal)[0]  #! decoy


def main():
    torch.manual_seed(0)
    policy = Policy()
    print(saliency(policy, torch.randn(3, 6), torch.randn(3, 4)))


main()
# file: policy.py
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.image, self.goal, self.head = nn.Linear(6, 8), nn.Linear(4, 8), nn.Linear(8, 3)

    def forward(self, image, **context):
        return self.head(self.features(image, **context))

    def features(self, image, **context):
        goal = context.get("target")
        h = self.image(image)  #~ unused-input
        if goal is not None:
            h = h + self.goal(goal)
        return h.relu()
