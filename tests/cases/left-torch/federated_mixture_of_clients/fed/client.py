import copy

import torch
import torch.nn.functional as F


class Client:
    def __init__(self, rank, template):
        self.model = copy.deepcopy(template)  #! decoy
        self.x = torch.randn(16, 4) + rank
        self.y = self.x.sum(dim=1, keepdim=True) * (rank + 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=1e-3)

    def local_epoch(self):
        loss = F.mse_loss(self.model(self.x), self.y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def upload(self):
        return {name: w.detach().clone() for name, w in self.model.named_parameters()}  #! decoy
