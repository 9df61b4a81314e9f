# file: main.py
import torch
from torch.utils.data import DataLoader, TensorDataset

from trainer import Trainer


def ratings(n=192):
    users, items = torch.randint(0, 20, (n,)), torch.randint(0, 30, (n,))
    taste, style = torch.randn(20, 4), torch.randn(30, 4)
    return TensorDataset(users, items, (taste[users] * style[items]).sum(1))


if __name__ == "__main__":
    torch.manual_seed(0)
    Trainer(DataLoader(ratings(), batch_size=16, shuffle=True), DataLoader(ratings(32), batch_size=16)).fit()
# file: trainer.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Factors(nn.Module):
    def __init__(self):
        super().__init__()
        self.users, self.items = nn.Embedding(20, 8), nn.Embedding(30, 8)

    def forward(self, user, item):
        return (self.users(user) * self.items(item)).sum(1)


class Trainer:
    epochs = 5

    def __init__(self, train, valid):
        self.train, self.valid, self.model = train, valid, Factors()
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer, max_lr=0.05, total_steps=self.epochs * len(self.train)
        )

    def run_epoch(self):
        for user, item, rating in self.train:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(user, item), rating).backward()
            self.optimizer.step()

    @torch.no_grad()
    def validate(self):
        losses = [F.mse_loss(self.model(u, i), r) for u, i, r in self.valid]
        self.schedule.step()  #~ unfinished-schedule
        return torch.stack(losses).mean().item()

    def fit(self):
        for _ in range(self.epochs):
            self.run_epoch()
            print(self.validate())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(epochs, batches, schedule_of, each_batch):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    schedule = schedule_of(optimizer)
    for _ in range(epochs):
        for _ in range(batches):
            x = torch.randn(16, 6)
            optimizer.zero_grad()
            F.mse_loss(model(x), x[:, :1]).backward()
            optimizer.step()
            if each_batch:
                schedule.step()
        if not each_batch:
            schedule.step()


def main():
    """One cycle over all batches, one over the epochs, and one that a short trial of the program does not finish."""
    one_cycle = torch.optim.lr_scheduler.OneCycleLR
    train(5, 12, lambda o: one_cycle(o, 0.05, epochs=5, steps_per_epoch=12), each_batch=True)
    train(5, 12, lambda o: one_cycle(o, 0.05, total_steps=5), each_batch=False)
    train(2, 12, lambda o: one_cycle(o, 0.05, total_steps=100), each_batch=False)
    train(2, 12, lambda o: one_cycle(o, 0.05, epochs=50, steps_per_epoch=12), each_batch=True)


main()
