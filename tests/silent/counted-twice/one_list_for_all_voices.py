# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

VOICES = ("high", "middle", "low")


def errors(model, song):
    """What each voice gets wrong, bar by bar."""
    wrong = [[]] * len(VOICES)  #~ counted-twice
    for bar in song:
        for voice, head in enumerate(model["heads"]):
            wrong[voice].append(F.mse_loss(head(model["ear"](bar[:, voice])), bar[:, voice]))
    return sum(sum(bars) / len(song) for bars in wrong)


def main():
    torch.manual_seed(0)
    ear = nn.Sequential(nn.Linear(6, 10), nn.GELU())
    model = nn.ModuleDict({"ear": ear, "heads": nn.ModuleList(nn.Linear(10, 6) for _ in VOICES)})
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(12):
        loss = errors(model, torch.randn(2, 8, len(VOICES), 6))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

VOICES = ("high", "middle", "low")


def errors(model, song):
    """What each voice gets wrong, bar by bar."""
    wrong, counts = [[] for _ in VOICES], [0] * len(VOICES)
    spare = [[]] * len(VOICES)  # nothing is put into these
    for bar in song:
        for voice, head in enumerate(model["heads"]):
            wrong[voice].append(F.mse_loss(head(model["ear"](bar[:, voice])), bar[:, voice]))
            counts[voice] += 1
    return sum(sum(bars) / n for bars, n in zip(wrong, counts)) + sum(map(sum, spare))


def main():
    torch.manual_seed(0)
    ear = nn.Sequential(nn.Linear(6, 10), nn.GELU())
    model = nn.ModuleDict({"ear": ear, "heads": nn.ModuleList(nn.Linear(10, 6) for _ in VOICES)})
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(12):
        loss = errors(model, torch.randn(2, 8, len(VOICES), 6))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
