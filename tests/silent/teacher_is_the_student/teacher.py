import torch


class MeanTeacher:
    def __init__(self, student, decay=0.99):
        self.decay = decay
        self.model = student  #~ frozen-parameter
        for p in self.model.parameters():
            p.requires_grad_(False)  #~ frozen-parameter

    @torch.no_grad()  #! decoy
    def follow(self, student):
        for t, s in zip(self.model.parameters(), student.parameters()):
            t.mul_(self.decay).add_(s, alpha=1 - self.decay)

    @torch.no_grad()  #! decoy
    def __call__(self, x):
        return self.model(x)
