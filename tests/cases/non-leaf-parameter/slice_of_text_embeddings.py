# file: main.py
import torch
import torch.nn as nn

from slots.encoder import TextEncoder
from slots.learner import SlotLearner


def main():
    torch.manual_seed(0)
    encoder = TextEncoder()
    unet = nn.Sequential(nn.Linear(6, 12), nn.SiLU(), nn.Linear(12, 1))
    unet.requires_grad_(False)  #! decoy
    learner = SlotLearner(encoder, unet, prompt=[1, 4, 2, 7, 0], slots=2)
    for step in range(3):
        print(step, learner.step(torch.rand(2)))


if __name__ == "__main__":
    main()
# file: slots/__init__.py
# file: slots/encoder.py
import torch
import torch.nn as nn


class TextEncoder(nn.Module):
    def __init__(self, vocab=10, dim=6):
        super().__init__()
        self.token = nn.Embedding(vocab, dim)
        self.norm = nn.LayerNorm(dim)

    @torch.no_grad()  #! decoy
    def encode(self, ids):
        return self.norm(self.token(torch.tensor(ids)))
# file: slots/learner.py
import torch
import torch.nn.functional as F


class SlotLearner:
    """Optimises the embeddings of the first words; the rest of the prompt stays."""

    def __init__(self, encoder, unet, prompt, slots):
        self.unet = unet
        embeddings = encoder.encode(prompt)
        embeddings.requires_grad_(True)  #~ non-leaf-parameter
        self.learned, self.rest = embeddings[1:1 + slots], embeddings[1 + slots:].detach()  #~ non-leaf-parameter
        self.groups = [{"params": [self.learned], "lr": 0.1}]
        self.optimizer = None

    def configure(self):
        if self.optimizer is None:
            self.optimizer = torch.optim.Adam(self.groups)
        return self.optimizer

    def step(self, target):
        optimizer = self.configure()
        maps = self.unet(torch.cat([self.learned, self.rest]))[:, 0]
        loss = F.mse_loss(maps[:len(target)], target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()
