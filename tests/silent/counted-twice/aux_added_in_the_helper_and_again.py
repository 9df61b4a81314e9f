# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class FlowModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(7, 24), nn.SiLU())
        self.field = nn.Linear(24, 3)
        self.pairs = nn.Linear(24, 3)

    def model_step(self, x0, x1, t):
        xt = (1 - t) * x0 + t * x1
        h = self.trunk(torch.cat([xt, x1, t], 1))
        field_loss = F.mse_loss(self.field(h), x1 - x0)
        auxiliary = F.l1_loss(self.pairs(h), x1)
        se3_loss = field_loss + auxiliary
        return {"field": field_loss, "auxiliary": auxiliary, "se3": se3_loss}

    def training_step(self, batch):
        losses = self.model_step(*batch)
        return losses["se3"] + losses["auxiliary"]  #~ counted-twice


def main():
    torch.manual_seed(0)
    module = FlowModule()
    optimizer = torch.optim.Adam(module.parameters(), lr=3e-3)
    for step in range(12):
        x1 = torch.randn(16, 3)
        loss = module.training_step((torch.randn(16, 3), x1, torch.rand(16, 1)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class FlowModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(7, 24), nn.SiLU())
        self.field = nn.Linear(24, 3)
        self.pairs = nn.Linear(24, 3)

    def model_step(self, x0, x1, t):
        xt = (1 - t) * x0 + t * x1
        h = self.trunk(torch.cat([xt, x1, t], 1))
        field_loss = F.mse_loss(self.field(h), x1 - x0)
        auxiliary = F.l1_loss(self.pairs(h), x1)
        se3_loss = field_loss + auxiliary
        return {"field": field_loss, "auxiliary": auxiliary, "se3": se3_loss}

    def training_step(self, batch):
        losses = self.model_step(*batch)
        return losses["field"] + 0.5 * losses["auxiliary"]


def main():
    torch.manual_seed(0)
    module = FlowModule()
    optimizer = torch.optim.Adam(module.parameters(), lr=3e-3)
    for step in range(12):
        x1 = torch.randn(16, 3)
        loss = module.training_step((torch.randn(16, 3), x1, torch.rand(16, 1)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
