import torch.nn as nn


class Reader(nn.Module):
    def __init__(self, classes=8, hidden=16):
        super().__init__()
        self.conv = nn.Conv1d(5, hidden, 3, stride=3)  #~ nan-gradient
        self.out = nn.Linear(hidden, classes)

    def forward(self, x):
        h = self.conv(x.transpose(1, 2)).relu().permute(2, 0, 1)
        return self.out(h).log_softmax(-1)  #! decoy
