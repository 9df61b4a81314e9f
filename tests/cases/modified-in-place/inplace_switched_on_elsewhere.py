import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 2, 3, padding=1)
        self.act = nn.ReLU()

    def forward(self, x):
        h = torch.sigmoid(self.conv(x))
        return self.act(h) * 2


def save_memory(model):
    for module in model.modules():
        if isinstance(module, nn.ReLU):
            module.inplace = True  #~ modified-in-place


torch.manual_seed(0)
model = nn.Sequential(Gate(), Gate())
save_memory(model)
model(torch.randn(1, 2, 5)).sum().backward()
