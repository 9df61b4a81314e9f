# file: main.py
import torch
import torch.nn as nn

from callbacks import MagnitudePruning, RunningLoss


class Trainer:
    def __init__(self, model, callbacks):
        self.model, self.callbacks = model, callbacks
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def emit(self, event, **payload):
        for callback in self.callbacks:
            getattr(callback, event)(self.model, **payload)

    def fit(self, data, epochs=2):
        for epoch in range(epochs):
            for step, (x, y) in enumerate(data):
                loss = nn.functional.cross_entropy(self.model(x), y)
                self.emit("on_loss", loss=loss, step=step)  #~ modified-in-place
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()  #! decoy
            self.emit("on_epoch", epoch=epoch)


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 20), nn.ReLU(), nn.Linear(20, 20), nn.ReLU(), nn.Linear(20, 3))
    data = [(torch.randn(8, 6), torch.randint(0, 3, (8,))) for _ in range(5)]
    Trainer(model, [RunningLoss(), MagnitudePruning(0.3, every=2)]).fit(data)


if __name__ == "__main__":
    main()
# file: callbacks.py
import torch


class Callback:
    def on_loss(self, model, loss, step):
        pass

    def on_epoch(self, model, epoch):
        pass


class RunningLoss(Callback):
    def __init__(self):
        self.total = torch.zeros(())

    def on_loss(self, model, loss, step):
        self.total += loss.detach()  #! decoy

    def on_epoch(self, model, epoch):
        print(epoch, self.total.item())
        self.total.zero_()  #! decoy


class MagnitudePruning(Callback):
    """Zeroes the smallest weights of every matrix now and then."""

    def __init__(self, share, every):
        self.share, self.every = share, every

    @torch.no_grad()
    def on_loss(self, model, loss, step):
        if (step + 1) % self.every:
            return
        for name, weight in model.named_parameters():
            if weight.dim() < 2:
                continue
            cut = weight.abs().flatten().quantile(self.share)
            weight.masked_fill_(weight.abs() <= cut, 0.0)  #~ modified-in-place
