import torch
import torch.nn as nn
import torch.nn.functional as F


class Callback:
    def on_epoch_start(self, trainer, epoch):
        pass

    def on_batch_end(self, trainer, outputs):
        pass


class FreezeOut(Callback):
    """Freezes one more stage at every milestone, from the bottom up."""

    def __init__(self, every):
        self.every = every

    def on_epoch_start(self, trainer, epoch):
        done = epoch // self.every
        for stage in list(trainer.model.stages)[:done]:
            stage.requires_grad_(False)  #~ frozen-parameter


class History(Callback):
    def __init__(self):
        self.values = []

    def on_batch_end(self, trainer, outputs):
        self.values.append(outputs["loss"].detach())  #! decoy


class Staged(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.stages = nn.ModuleList(nn.Linear(a, b) for a, b in zip(widths, widths[1:]))

    def forward(self, x):
        *body, last = self.stages
        for stage in body:
            x = F.relu(stage(x))
        return last(x)


class Trainer:
    def __init__(self, model, callbacks, epochs):
        self.model, self.callbacks, self.epochs = model, callbacks, epochs
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.05)

    def call(self, hook, *args):
        for callback in self.callbacks:
            getattr(callback, hook)(self, *args)

    def fit(self, batches):
        for epoch in range(self.epochs):
            self.call("on_epoch_start", epoch)
            for x, y in batches:
                outputs = {"loss": F.mse_loss(self.model(x), y)}
                self.optimizer.zero_grad()
                outputs["loss"].backward()
                self.optimizer.step()
                self.call("on_batch_end", outputs)


def main():
    torch.manual_seed(0)
    history = History()
    trainer = Trainer(Staged([3, 8, 8, 1]), [FreezeOut(every=2), history], epochs=8)
    x = torch.randn(12, 3)
    trainer.fit([(x, x.sum(dim=1, keepdim=True))])
    print(len(history.values), history.values[-1])


if __name__ == "__main__":
    main()
