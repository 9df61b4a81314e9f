# file: main.py
import copy
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self):
        self.model = nn.Sequential(nn.Conv1d(1, 6, 5, padding=2), nn.BatchNorm1d(6), nn.ReLU(), nn.Flatten(), nn.Linear(96, 4))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05, momentum=0.9)
        self.average = copy.deepcopy(self.model.state_dict())

    def update_average(self, decay=0.98):
        for name, value in self.model.state_dict().items():
            if value.is_floating_point():
                self.average[name].mul_(decay).add_(value, alpha=1 - decay)

    def train_epoch(self, x, y):
        self.model.train()
        for rows in torch.randperm(len(x)).split(16):
            loss = F.cross_entropy(self.model(x[rows]), y[rows])
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()  #~ copy-left-behind
        return loss.item()

    def checkpoint(self, file):
        trained = copy.deepcopy(self.model.state_dict())
        self.model.load_state_dict(self.average)  #! decoy
        torch.save(self.model.state_dict(), file)
        self.model.load_state_dict(trained)  #! decoy


def main():
    torch.manual_seed(0)
    trainer = Trainer()
    y = torch.randint(4, (64,))
    x = torch.randn(64, 1, 16) + y.view(-1, 1, 1)
    for epoch in range(5):
        print(epoch, trainer.train_epoch(x, y))
        trainer.checkpoint(io.BytesIO())


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

# The state from before the training is the reference that the policy must stay near: one network plays both parts.


def main():
    torch.manual_seed(0)
    policy = nn.Sequential(nn.Linear(5, 24), nn.ReLU(), nn.Linear(24, 3))
    reference = copy.deepcopy(policy.state_dict())
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
    for update in range(12):
        states = torch.randn(64, 5)
        trained = copy.deepcopy(policy.state_dict())
        policy.load_state_dict(reference)
        with torch.no_grad():
            before = policy(states).log_softmax(1)
        policy.load_state_dict(trained)
        for rows in torch.randperm(64).split(32):
            now = policy(states[rows]).log_softmax(1)
            taken = states[rows, :3].argmax(1, keepdim=True)
            near = F.kl_div(now, before[rows], log_target=True, reduction="batchmean")
            loss = -now.gather(1, taken).mean() + 0.1 * near
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(loss.item())


main()
