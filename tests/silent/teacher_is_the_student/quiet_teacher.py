import copy

import torch


class MeanTeacher:
    def __init__(self, student, decay=0.99):
        self.decay = decay
        self.model = copy.deepcopy(student)
        for p in self.model.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def follow(self, student):
        for t, s in zip(self.model.parameters(), student.parameters()):
            t.mul_(self.decay).add_(s, alpha=1 - self.decay)

    @torch.no_grad()
    def __call__(self, x):
        return self.model(x)
