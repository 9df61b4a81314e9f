# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 9) * 0.3)
        self.bias_in, self.bias_out = nn.Parameter(torch.zeros(4)), nn.Parameter(torch.zeros(9))

    def forward(self, x):
        return F.linear(torch.sigmoid(F.linear(x, self.weight, self.bias_in)), self.weight.T, self.bias_out)


class Ema(torch.optim.swa_utils.AveragedModel):
    pass


torch.manual_seed(0)
model = Tied()
average = Ema(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.rand(20, 9)
for _ in range(6):
    loss = F.mse_loss(model(x), x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    average.update_parameters(model)
with torch.no_grad():
    print(loss.item(), F.mse_loss(average(x), x).item())
