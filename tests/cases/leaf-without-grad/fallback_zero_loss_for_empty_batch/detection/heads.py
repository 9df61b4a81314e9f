import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.box = nn.Linear(8, 4)
        self.log = []

    def loss(self, features, boxes, labels):
        positive = labels.nonzero().squeeze(1)  #! decoy
        if positive.numel() == 0:
            return torch.tensor(0.0)  #~ leaf-without-grad|never-connected
        pred = self.box(features[positive])
        self.log.append(float(pred.detach().abs().mean()))  #! decoy
        return F.smooth_l1_loss(pred, boxes[positive])
