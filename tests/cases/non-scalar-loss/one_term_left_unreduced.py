import torch
from torch import nn

class Total(nn.Module):
    def __init__(self):
        super().__init__()
        self.mse = nn.MSELoss()
        self.huber = nn.SmoothL1Loss(reduction="none")  #~ non-scalar-loss
        self.l1 = nn.L1Loss()
    def forward(self, p, t):
        terms = {"mse": self.mse(p, t), "huber": self.huber(p, t), "l1": self.l1(p, t)}
        total = 0
        for name, value in terms.items():
            total = total + value
        return total
torch.manual_seed(0)
net = nn.Linear(4, 3)
loss = Total()(net(torch.randn(6, 4)), torch.randn(6, 3))
loss.backward()
