# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Listener(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = nn.GRU(4, 12, batch_first=True)
        self.word, self.speaker = nn.Linear(12, 6), nn.Linear(12, 3)

    def training_step(self, batch, verbose=False):
        sound, word, speaker = batch
        h = self.frames(sound)[0][:, -1]
        by_word = F.cross_entropy(self.word(h), word)
        by_speaker = F.cross_entropy(self.speaker(h), speaker)
        loss = by_word + by_speaker
        if verbose:
            print(f"{loss.item():.3f} = {by_word.item():.3f} + {by_speaker.item():.3f}")
        return by_word  #~ loss-left-out


class Fitting:
    def __init__(self, model, accumulate=2):
        self.model, self.accumulate = model, accumulate
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, batches):
        for number, batch in enumerate(batches):
            loss = self.model.training_step(batch, verbose=number % 6 == 0)
            (loss / self.accumulate).backward()  #! decoy
            if number % self.accumulate == self.accumulate - 1:
                self.optimizer.step()
                self.optimizer.zero_grad()


def batch():
    return torch.randn(8, 5, 4), torch.randint(0, 6, (8,)), torch.randint(0, 3, (8,))


torch.manual_seed(0)
Fitting(Listener()).fit(batch() for _ in range(16))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Listener(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = nn.GRU(4, 12, batch_first=True)
        self.word, self.speaker = nn.Linear(12, 6), nn.Linear(12, 3)

    def training_step(self, batch, verbose=False):
        sound, word, speaker = batch
        h = self.frames(sound)[0][:, -1]
        by_word = F.cross_entropy(self.word(h), word)
        by_speaker = F.cross_entropy(self.speaker(h), speaker)
        loss = by_word + by_speaker
        if verbose:
            print(f"{loss.item():.3f} = {by_word.item():.3f} + {by_speaker.item():.3f}")
        return loss


class Fitting:
    def __init__(self, model, accumulate=2):
        self.model, self.accumulate = model, accumulate
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, batches):
        for number, batch in enumerate(batches):
            loss = self.model.training_step(batch, verbose=number % 6 == 0)
            (loss / self.accumulate).backward()
            if number % self.accumulate == self.accumulate - 1:
                self.optimizer.step()
                self.optimizer.zero_grad()


def batch():
    return torch.randn(8, 5, 4), torch.randint(0, 6, (8,)), torch.randint(0, 3, (8,))


torch.manual_seed(0)
Fitting(Listener()).fit(batch() for _ in range(16))
