import torch
from torch.utils.data import DataLoader, TensorDataset

from losses import ProxyLoss
from model import Embedder


class Experiment:
    def __init__(self):
        self.model = Embedder(8, 6)
        self.criterion = ProxyLoss(classes=4, dim=6)
        self.optimizer, self.scheduler = self.configure_optimizers()

    def configure_optimizers(self):
        optimizer = torch.optim.SGD([*self.model.parameters(), *self.criterion.parameters()], lr=0.05, momentum=0.9)
        return optimizer, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            total = 0.0
            for x, y in loader:
                loss = self.criterion(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                total += loss.item()
            self.scheduler.step()
            print(epoch, total / len(loader))


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 8)
    loader = DataLoader(TensorDataset(x, x[:, :4].argmax(1)), batch_size=16)
    Experiment().fit(loader, 3)


if __name__ == "__main__":
    main()
