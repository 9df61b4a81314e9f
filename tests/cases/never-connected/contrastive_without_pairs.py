# file: main.py
import torch

from pairs import PairLoss


def main():
    torch.manual_seed(0)
    net = torch.nn.Linear(5, 4)
    criterion = PairLoss(margin=1.0)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(6):
        labels = torch.arange(4) if step == 4 else torch.tensor([0, 0, 1, 1])  #! decoy
        loss, logs = criterion(net(torch.randn(4, 5)), labels)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, logs)


if __name__ == "__main__":
    main()
# file: pairs.py
class PairLoss:
    def __init__(self, margin):
        self.margin = margin

    def pairs(self, labels):
        n = len(labels)
        return [(i, j) for i in range(n) for j in range(i + 1, n) if labels[i] == labels[j]]

    def measure(self, z, pairs):
        if not pairs:
            return 0.0, {}  #~ never-connected
        distance = sum((z[i] - z[j]).pow(2).sum() for i, j in pairs)
        return distance / len(pairs), {"pairs": len(pairs), "distance": distance.item()}  #! decoy

    def __call__(self, z, labels):
        loss, logs = self.measure(z, self.pairs(labels))
        return self.margin * loss, logs
