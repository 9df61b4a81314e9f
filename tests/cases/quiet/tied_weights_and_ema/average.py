import torch
import torch.nn.functional as F


class Average:
    def __init__(self, model, decay=0.9):
        self.model, self.decay = model.requires_grad_(False), decay

    @torch.no_grad()
    def follow(self, model):
        for slow, fast in zip(self.model.parameters(), model.parameters()):
            slow.lerp_(fast, 1 - self.decay)

    def score(self, tokens):
        logits = self.model(tokens[:, :-1])
        return F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten()).item()
