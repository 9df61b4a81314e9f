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
