import torch
import torch.nn as nn
import torch.nn.functional as F


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.box, self.cls = nn.Linear(8, 4), nn.Linear(8, 2)

    def match(self, predicted, boxes):
        with torch.no_grad():  #! decoy
            return torch.cdist(boxes, predicted).argmin(dim=1)

    def box_loss(self, predicted, boxes, index):
        return F.smooth_l1_loss(predicted[index], boxes)

    def class_loss(self, logits, labels, index):
        return F.cross_entropy(logits[index], labels)

    def loss(self, sample):
        if sample["boxes"].numel() == 0:  #~ never-connected
            return {"box": 0, "cls": 0}  #~ never-connected
        predicted, logits = self.box(sample["features"]), self.cls(sample["features"])
        index = self.match(predicted, sample["boxes"])
        return {
            "box": self.box_loss(predicted, sample["boxes"], index),
            "cls": self.class_loss(logits, sample["labels"], index),
        }
