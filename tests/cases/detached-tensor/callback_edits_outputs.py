# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from callbacks import CallbackList, HistoryLogger, StopAtNaN


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared = nn.Linear(5, 8)
        self.mean = nn.Linear(8, 1)
        self.log_var = nn.Linear(8, 1)

    def forward(self, x):
        h = torch.tanh(self.shared(x))
        return {"mean": self.mean(h), "log_var": self.log_var(h)}


class Trainer:
    def __init__(self, model, callbacks, lr=1e-2):
        self.model = model
        self.callbacks = CallbackList(callbacks)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def loss(self, out, y):
        return F.gaussian_nll_loss(out["mean"], y, out["log_var"].exp())

    def fit(self, x, y, epochs):
        for epoch in range(epochs):
            out = self.model(x)
            self.callbacks.fire("after_forward", epoch, out)
            loss = self.loss(out, y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.callbacks.fire("after_step", epoch, {"loss": loss.item()})  #! decoy


def main():
    torch.manual_seed(0)
    x = torch.randn(50, 5)
    y = x[:, :1] * 2 + 0.3 * torch.randn(50, 1)
    trainer = Trainer(TwoHeads(), [StopAtNaN(), HistoryLogger()])
    trainer.fit(x, y, epochs=4)


if __name__ == "__main__":
    main()
# file: callbacks.py
import math

import torch


class CallbackList:
    def __init__(self, callbacks):
        self.callbacks = callbacks

    def fire(self, event, epoch, values):
        for callback in self.callbacks:
            handler = getattr(callback, event, None)
            if handler is not None:
                handler(epoch, values)


class StopAtNaN:
    def after_forward(self, epoch, out):
        for name, value in out.items():
            if torch.isnan(value).any():  #! decoy
                raise FloatingPointError(f"{name} is NaN in epoch {epoch}")

    def after_step(self, epoch, values):
        if math.isnan(values["loss"]):
            raise FloatingPointError("loss is NaN")


class HistoryLogger:
    def __init__(self):
        self.history = []

    def after_forward(self, epoch, out):
        for name, value in out.items():
            out[name] = value.detach()  #~ detached-tensor
            self.history.append((epoch, name, out[name].mean().item()))
