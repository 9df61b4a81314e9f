"""Modules and a logger for real Lightning, which is loaded where they are: a fork of a process with it copies more."""

from __future__ import annotations

import lightning.pytorch as lightning
import torch
from lightning.pytorch.loggers import CSVLogger, Logger
from torch import nn

__all__ = ["CSVLogger", "Cut", "CutLoss", "Healthy", "LayerLeftOut", "Listening"]


class Healthy(lightning.LightningModule):
    def __init__(self) -> None:
        super().__init__()
        self.body, self.head = nn.Linear(4, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.between(self.body(x).relu()))

    def between(self, hidden):
        return hidden

    def training_step(self, batch, number):
        x, y = batch
        loss = nn.functional.cross_entropy(self(x), y)
        self.log("train_loss", loss)
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


class Cut(Healthy):
    def between(self, hidden):
        return hidden.detach()


class LayerLeftOut(Healthy):
    def __init__(self) -> None:
        super().__init__()
        self.last = nn.Linear(2, 2)

    def forward(self, x):
        return self.last(super().forward(x).relu())

    def configure_optimizers(self):
        return torch.optim.SGD([*self.body.parameters(), *self.last.parameters()], lr=0.1)


class CutLoss(Healthy):
    def training_step(self, batch, number):
        return super().training_step(batch, number).detach()


class Writer:
    def __init__(self) -> None:
        self.texts: list[tuple[str, str, int]] = []

    def add_text(self, tag: str, text: str, global_step: int) -> None:
        self.texts.append((tag, text, global_step))


class Listening(Logger):
    """A logger like TensorBoard's: numbers by `log_metrics`, text by its writer."""

    name, version = "listening", "0"

    def __init__(self) -> None:
        super().__init__()
        self.experiment, self.metrics = Writer(), {}

    def log_metrics(self, metrics, step=None) -> None:
        self.metrics.update(metrics)

    def log_hyperparams(self, params) -> None:
        pass
