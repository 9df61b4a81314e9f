import torch.nn as nn
import torch.nn.functional as F


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.box = nn.Linear(5, 16), nn.Linear(16, 4)
        self.features = None
        self.seen = None

    def forward(self, x):
        self.features = F.relu(self.body(x))  #~ copied-result
        self.seen = self.features.detach()  #! decoy
        return self.box(self.features).sigmoid()
