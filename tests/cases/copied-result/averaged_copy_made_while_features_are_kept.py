# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.swa_utils import AveragedModel

from detector import Detector


def main():
    torch.manual_seed(0)
    model = Detector()
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    averaged = None
    for epoch in range(4):
        for _ in range(3):
            x, y = torch.randn(8, 5), torch.rand(8, 4)
            loss = F.smooth_l1_loss(model(x), y) + 1e-3 * model.features.pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch >= 2:
            if averaged is None:
                averaged = AveragedModel(model)  #~ copied-result
            averaged.update_parameters(model)
        print(epoch, loss.item())


main()
# file: detector.py
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
