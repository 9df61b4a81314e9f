# file: main.py
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from ranking import pair_loss


class Fitting:
    def __init__(self, scorer):
        self.scorer = scorer
        self.scaler = torch.amp.GradScaler("cpu", init_scale=64.0)
        self.optimizer = torch.optim.SGD(scorer.parameters(), lr=0.05)

    def batch(self, items, clicks):
        loss = pair_loss(self.scorer(items).squeeze(1), clicks)
        self.optimizer.zero_grad(set_to_none=True)
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)  #! decoy
        self.scaler.update()
        return loss.item()  #! decoy


class Sessions(Dataset):
    def __init__(self, number):
        self.items = torch.randn(number, 8, 4)
        self.thresholds = torch.zeros(number)
        self.thresholds[number - 2] = 50.0

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i], self.items[i][:, 0] > self.thresholds[i]


def main():
    torch.manual_seed(0)
    fitting = Fitting(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)))
    sessions = DataLoader(Sessions(9), batch_size=None)
    for epoch in range(2):
        losses = [fitting.batch(items, clicks) for items, clicks in sessions]
        print(epoch, sum(losses) / len(losses))


if __name__ == "__main__":
    main()
# file: ranking.py
import torch
import torch.nn.functional as F


def pair_loss(scores, clicks):
    """Clicked items are to rank above the others of their session."""
    total = torch.tensor(0.0, requires_grad=True)  #~ scaler-without-gradients
    pairs = 0
    for better in scores[clicks]:
        for worse in scores[~clicks]:
            total = total + F.softplus(worse - better)
            pairs += 1
    return total / max(pairs, 1)
