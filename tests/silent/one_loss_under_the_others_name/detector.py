import torch
import torch.nn as nn
import torch.nn.functional as F


class Head(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, 2)

    def losses(self, h, y):
        return {"loss_cls": F.cross_entropy(self.fc(h), y)}


class Detector(nn.Module):
    def __init__(self, dim=12):
        super().__init__()
        self.body, self.first, self.second = nn.Linear(6, dim), Head(dim), Head(dim)

    def losses(self, x, a, b):
        h = torch.relu(self.body(x))
        losses = {}
        losses.update(self.first.losses(h, a))
        losses.update(self.second.losses(h, b))  #~ loss-left-out
        return losses
