# file: main.py
import torch

from trainer import Trainer
from voice import Speakers, Recordings


def main():
    torch.manual_seed(0)
    recordings = Recordings(speakers=9)
    trainer = Trainer(Speakers(known=5), lr=0.01)  #! decoy
    trainer.run(recordings, steps=6)


if __name__ == "__main__":
    main()
# file: trainer.py
import torch
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = self.configure(lr)  #~ stale-optimizer

    def configure(self, lr):
        return torch.optim.Adam(self.model.parameters(), lr=lr)

    def run(self, data, steps):
        self.prepare(data)
        for _ in range(steps):
            sound, speaker = data.batch(8)
            loss = F.cross_entropy(self.model(sound), speaker)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def prepare(self, data):
        self.model.widen(data.speakers)
# file: voice.py
import torch
from torch import nn


class Recordings:
    def __init__(self, speakers):
        self.speakers = speakers

    def batch(self, n):
        return torch.randn(n, 6), torch.randint(self.speakers, (n,))


class Speakers(nn.Module):
    def __init__(self, known):
        super().__init__()
        self.body = nn.Linear(6, 8)
        self.out = nn.Linear(8, known)

    def widen(self, speakers):
        self.out = nn.Linear(8, speakers)  #! decoy

    def forward(self, sound):
        return self.out(torch.relu(self.body(sound)))
# file: quiet.py
import torch

from trainer import Trainer
from voice import Recordings, Speakers


class LateTrainer(Trainer):
    def __init__(self, model, lr):
        self.model, self.lr = model, lr

    def prepare(self, data):
        super().prepare(data)
        self.optimizer = self.configure(self.lr)


torch.manual_seed(0)
LateTrainer(Speakers(known=5), lr=0.01).run(Recordings(speakers=9), steps=6)
