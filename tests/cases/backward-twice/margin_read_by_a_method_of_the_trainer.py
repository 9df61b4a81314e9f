import torch
from torch import nn


class Ranker:
    def __init__(self, width=5):
        self.net = nn.Linear(width, 1)
        self.raw_margin = torch.zeros(1, requires_grad=True)
        self.margin = self.raw_margin.sigmoid()  #~ backward-twice
        self.optimizer = torch.optim.SGD([*self.net.parameters(), self.raw_margin], lr=0.1)

    def update(self, better, worse):
        apart = self.net(better) - self.net(worse)
        loss = (self.margin - apart).relu().mean() - 0.1 * self.margin.log().mean()  #! decoy
        self.optimizer.zero_grad()
        loss.backward()  #! decoy
        self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    ranker = Ranker()
    for _ in range(4):
        print(ranker.update(torch.randn(8, 5), torch.randn(8, 5)))


main()
