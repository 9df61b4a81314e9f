# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(7, 14), nn.ReLU(), nn.Linear(14, 2))

    def forward(self, x):
        return self.layers(x)


class Experiment:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  #~ stale-optimizer|not-in-optimizer|copied-tensor
        self.best = None

    def fork(self):
        """Another run that starts from this one."""
        twin = copy.copy(self)
        twin.model = copy.deepcopy(self.model)  #~ stale-optimizer|not-in-optimizer|copied-tensor
        return twin

    def step(self, x, y):
        loss = F.cross_entropy(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.best = copy.deepcopy(self.model.state_dict())  #! decoy
        return loss.item()


torch.manual_seed(0)
x, y = torch.randn(30, 7), torch.randint(2, (30,))
run = Experiment(Net()).fork()
print([run.step(x, y) for _ in range(6)])
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(7, 14), nn.ReLU(), nn.Linear(14, 2))

    def forward(self, x):
        return self.layers(x)


class Experiment:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
        self.best = None

    def fork(self):
        """Another run that starts from this one."""
        twin = Experiment(copy.deepcopy(self.model))
        twin.optimizer.load_state_dict(self.optimizer.state_dict())
        return twin

    def step(self, x, y):
        loss = F.cross_entropy(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.best = copy.deepcopy(self.model.state_dict())
        return loss.item()


torch.manual_seed(0)
x, y = torch.randn(30, 7), torch.randint(2, (30,))
run = Experiment(Net()).fork()
print([run.step(x, y) for _ in range(6)])
