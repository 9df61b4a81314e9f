# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Voices:
    def __init__(self):
        self.speak = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 8))
        self.judge = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
        self.of_speaker = torch.optim.Adam(self.speak.parameters(), lr=1e-2)
        self.of_judge = torch.optim.Adam(self.judge.parameters(), lr=1e-2)

    def judged(self, voice):
        return self.judge(voice.detach())  #~ cut-beside-open

    def step(self, text, voice):
        spoken = self.speak(text)
        good = F.binary_cross_entropy_with_logits(self.judge(voice), torch.ones(len(voice), 1))
        bad = F.binary_cross_entropy_with_logits(self.judged(spoken), torch.zeros(len(voice), 1))
        self.of_judge.zero_grad()
        (good + bad).backward()
        self.of_judge.step()
        like = F.mse_loss(spoken[:, :4], voice[:, :4])
        style = F.softplus(-self.judged(spoken)).mean()
        self.of_speaker.zero_grad()
        (like + 0.3 * style).backward()
        self.of_speaker.step()
        return like.item()


def main():
    torch.manual_seed(0)
    voices = Voices()
    for _ in range(10):
        text = torch.randn(16, 6)
        print(voices.step(text, torch.cat([text, text[:, :2]], 1)))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Voices:
    """One sum of all losses, one pass, and a step of each: the judge's term reaches the judge alone, as it should."""

    def __init__(self):
        self.speak = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 8))
        self.probe = nn.Linear(8, 6)
        self.of_speaker = torch.optim.Adam(self.speak.parameters(), lr=1e-2)
        self.of_probe = torch.optim.Adam(self.probe.parameters(), lr=1e-2)

    def step(self, text, voice):
        spoken = self.speak(text)
        like = F.mse_loss(spoken, voice)
        read = F.mse_loss(self.probe(spoken.detach()), text)
        self.of_speaker.zero_grad()
        self.of_probe.zero_grad()
        (like + read).backward()
        self.of_speaker.step()
        nn.utils.clip_grad_norm_(self.probe.parameters(), 1.0)
        self.of_probe.step()
        return like.item()


def main():
    torch.manual_seed(0)
    voices = Voices()
    for _ in range(10):
        text = torch.randn(16, 6)
        print(voices.step(text, torch.cat([text, text[:, :2]], 1)))


main()
