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
