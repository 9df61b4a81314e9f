# file: main.py
import torch

from ranking import Ranker, Trainer


def main():
    torch.manual_seed(0)
    trainer = Trainer(Ranker())
    for day in range(6):
        users, items = torch.randint(0, 12, (40,)), torch.randint(0, 30, (40,))
        clicks = ((users + items) % 3 == 0).float()
        trainer.learn(users, items, clicks)
        trainer.hold()
        trainer.calibrate(users, items, clicks)
        trainer.release()
        print(day, trainer.learn(users, items, clicks))  #! decoy


main()
# file: ranking.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.user_table, self.item_table = nn.Embedding(12, 6), nn.Embedding(30, 6)
        self.score = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, users, items):
        return self.score(torch.cat([self.user_table(users), self.item_table(items)], -1)).squeeze(-1)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adagrad(model.parameters(), lr=0.05)
        self.tables = (p for name, p in model.named_parameters() if "table" in name)  #~ frozen-parameter

    def learn(self, users, items, clicks):
        loss = F.binary_cross_entropy_with_logits(self.model(users, items), clicks)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def hold(self):
        for table in self.tables:
            table.requires_grad = False

    def release(self):
        for table in self.tables:
            table.requires_grad = True

    def calibrate(self, users, items, clicks):
        for part in range(0, 40, 10):
            self.learn(users[part:part + 10], items[part:part + 10], clicks[part:part + 10])
# file: quiet.py
import torch
import torch.nn.functional as F

from ranking import Ranker, Trainer


class Careful(Trainer):
    @property
    def tables(self):
        return (p for name, p in self.model.named_parameters() if "table" in name)

    @tables.setter
    def tables(self, ignored):
        pass


def freeze_the_tables_for_good(model, steps=8):
    body = iter(model.score.parameters())
    tables = map(lambda name: model.get_parameter(name), ["user_table.weight", "item_table.weight"])
    optimizer = torch.optim.Adagrad(model.parameters(), lr=0.05)
    for step in range(steps):
        users, items = torch.randint(0, 12, (40,)), torch.randint(0, 30, (40,))
        loss = F.binary_cross_entropy_with_logits(model(users, items), ((users + items) % 3 == 0).float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step == steps // 2:
            for table in tables:
                table.requires_grad = False
        if step > steps:
            for table in tables:
                table.requires_grad = True
    print(sum(p.numel() for p in body), loss.item())


def main():
    torch.manual_seed(0)
    trainer = Careful(Ranker())
    for day in range(6):
        users, items = torch.randint(0, 12, (40,)), torch.randint(0, 30, (40,))
        clicks = ((users + items) % 3 == 0).float()
        trainer.learn(users, items, clicks)
        trainer.hold()
        trainer.calibrate(users, items, clicks)
        trainer.release()
        print(day, trainer.learn(users, items, clicks))
    freeze_the_tables_for_good(Ranker())


main()
