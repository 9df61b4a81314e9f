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
