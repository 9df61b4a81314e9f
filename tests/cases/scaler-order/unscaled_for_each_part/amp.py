import torch
import torch.nn as nn


class Amp:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)

    def backward(self, loss):
        self.optimizer.zero_grad()
        self.scaler.scale(loss).backward()  #! decoy

    def clip(self, parameters, limit):
        self.scaler.unscale_(self.optimizer)  #~ scaler-order
        nn.utils.clip_grad_norm_(parameters, limit)

    def step(self):
        self.scaler.step(self.optimizer)  #! decoy
        self.scaler.update()
