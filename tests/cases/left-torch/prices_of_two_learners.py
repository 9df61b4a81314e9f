# file: main.py
import torch
import torch.nn as nn

from market import Buyer, Seller


def main():
    torch.manual_seed(0)
    buyer, seller = Buyer(), Seller()
    for day in range(3):
        goods = torch.rand(5, 3)
        buyer.learn(goods)
        print(day, seller.adjust(buyer, goods))


if __name__ == "__main__":
    main()
# file: market.py
import torch
import torch.nn as nn


class Buyer:
    def __init__(self):
        self.value = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.value.parameters(), lr=0.1)

    def demand(self, goods, prices):
        with torch.no_grad():  #! decoy
            worth = self.value(goods).squeeze(1)
        return torch.sigmoid(worth - torch.as_tensor(prices))

    def learn(self, goods):
        loss = (self.value(goods).squeeze(1) - goods.sum(1)).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class Seller:
    def __init__(self):
        self.policy = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-2)

    def prices(self, goods):
        return [float(p) for p in self.policy(goods)]  #~ left-torch|rebuilt-tensor

    def adjust(self, buyer, goods):
        prices = self.prices(goods)
        sold = buyer.demand(goods, prices)
        income = (sold * torch.as_tensor(prices)).sum()
        self.optimizer.zero_grad()
        (-income).backward()  #! decoy
        self.optimizer.step()
        return income.item()
