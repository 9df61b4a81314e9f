import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call


class Learner(nn.Module):
    def __init__(self, lr=0.1):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
        self.lr = lr

    def loss(self, weights, data):
        x, y = data
        return F.mse_loss(functional_call(self.net, weights, (x,)), y)

    def adapt(self, support):
        weights = dict(self.net.named_parameters())
        with torch.enable_grad():  #! decoy
            grads = torch.autograd.grad(self.loss(weights, support), list(weights.values()), create_graph=self.training)
        return {name: w - self.lr * g for (name, w), g in zip(weights.items(), grads)}

    def forward(self, task):
        with torch.set_grad_enabled(self.training):  #~ grad-disabled
            return self.loss(self.adapt(task["support"]), task["query"])
