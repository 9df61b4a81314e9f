# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Tasks are learnt one after the other by models with one trunk. Each is tested when it is done and stays in eval mode,
# except for the trunk, which the next model's `train()` switches back.


class Task(nn.Module):
    def __init__(self, trunk, feature):
        super().__init__()
        self.trunk, self.feature = trunk, feature
        self.neck = nn.Sequential(nn.Linear(12, 12), nn.LayerNorm(12), nn.Dropout(0.3))
        self.out = nn.Linear(12, 1)

    def loss(self, x):
        return F.mse_loss(self.out(torch.relu(self.neck(self.trunk(x)))).squeeze(1), x[:, self.feature])


class Trainer:
    def __init__(self, tasks):
        self.tasks = tasks
        unique = {id(p): p for task in tasks for p in task.parameters()}
        self.optimizer = torch.optim.SGD(list(unique.values()), lr=0.05)

    def learn(self, task, steps):
        task.train()
        for _ in range(steps):
            self.optimizer.zero_grad(set_to_none=True)
            task.loss(torch.randn(32, 4)).backward()
            self.optimizer.step()

    def test(self, task):
        with torch.no_grad():
            return task.eval().loss(torch.randn(64, 4)).item()


def main():
    torch.manual_seed(0)
    trunk = nn.Sequential(nn.Linear(4, 12), nn.BatchNorm1d(12), nn.ReLU())
    trainer = Trainer([Task(trunk, feature) for feature in range(4)])
    for task in trainer.tasks:
        trainer.learn(task, 10)
        print(trainer.test(task))


main()
