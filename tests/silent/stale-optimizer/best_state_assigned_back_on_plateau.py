# file: main.py
import torch
import torch.nn.functional as F

from keeper import BestKeeper
from towers import TwoTowers


def main(epochs=6):
    torch.manual_seed(0)
    net = TwoTowers(30, 40)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    keeper = BestKeeper(net)
    for epoch in range(epochs):
        for _ in range(4):
            user, item = torch.randint(0, 30, (64,)), torch.randint(0, 40, (64,))
            click = ((user + item) % 3 == 0).float()
            loss = F.binary_cross_entropy_with_logits(net(user, item), click)
            opt.zero_grad()
            loss.backward()
            opt.step()
        value = 1.0 + 0.1 * epoch  # the validation loss of a fixed, shifted set
        keeper.seen(value)
        print(epoch, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: keeper.py
import copy


class BestKeeper:
    def __init__(self, net, patience=1):
        self.net, self.patience = net, patience
        self.best, self.bad, self.state = float("inf"), 0, None

    def seen(self, value):
        if value < self.best:
            self.best, self.bad = value, 0
            self.state = copy.deepcopy(self.net.state_dict())  #! decoy
            return
        self.bad += 1
        if self.bad > self.patience:
            self.net.load_state_dict(copy.deepcopy(self.state), assign=True)  #~ stale-optimizer
            self.bad = 0
# file: towers.py
import torch.nn as nn


class TwoTowers(nn.Module):
    def __init__(self, users, items, d=8):
        super().__init__()
        self.user = nn.Sequential(nn.Embedding(users, d), nn.Linear(d, d))
        self.item = nn.Sequential(nn.Embedding(items, d), nn.Linear(d, d))

    def forward(self, user, item):
        return (self.user(user) * self.item(item)).sum(-1)
