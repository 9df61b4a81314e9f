# file: main.py
import torch
from torch import nn

UNKNOWN = float("nan")


class Profile(nn.Module):
    def __init__(self, towns=5):
        super().__init__()
        self.town = nn.Embedding(towns, 4)
        self.hidden = nn.Linear(5, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, town, age):
        joined = torch.cat([self.town(town), age[:, None]], dim=1)
        return self.out(torch.relu(self.hidden(joined)))[:, 0]  #! decoy


def people(ages):
    age = torch.tensor([UNKNOWN if a is None else a / 100 for a in ages])  #~ nan-gradient
    return age, ~torch.isnan(age)


def main(steps=5):
    torch.manual_seed(0)
    model = Profile()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        town = torch.randint(0, 5, (6,))
        age, known = people([34, None, 51, 27, None, 68])
        error = (model(town, age) - town.float()).pow(2)
        loss = error.where(known, torch.zeros(())).sum() / known.sum()  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: quiet.py
import torch

from main import Profile, people


def main(steps=5):
    torch.manual_seed(0)
    model = Profile()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        town = torch.randint(0, 5, (6,))
        age, known = people([34, None, 51, 27, None, 68])
        error = (model(town, age.where(known, age[known].mean())) - town.float()).pow(2)
        loss = error.where(known, torch.zeros(())).sum() / known.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
