import torch
import torch.nn as nn


class MovingAverage:
    def __init__(self, momentum=0.9):
        self.momentum, self.value = momentum, None

    def update(self, new):
        if self.value is None:
            self.value = new  #~ backward-twice
        else:
            self.value = self.momentum * self.value + (1 - self.momentum) * new  #~ backward-twice
        return self.value


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 12), nn.SiLU(inplace=True), nn.Linear(12, 1))  #! decoy

    def forward(self, x):
        return self.net(x).squeeze(-1)


def main():
    torch.manual_seed(0)
    scorer, level = Scorer(), MovingAverage()
    optimizer = torch.optim.Adam(scorer.parameters(), lr=1e-3)
    for step in range(4):
        good, bad = torch.randn(12, 6) + 1, torch.randn(12, 6)
        score_good, score_bad = scorer(good), scorer(bad)
        centre = level.update((score_good.mean() + score_bad.mean()) / 2)  #~ backward-twice
        ranking = nn.functional.softplus(score_bad - score_good).mean()
        drift = (score_good.mean() - centre).pow(2)
        loss = ranking + 0.1 * drift
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
