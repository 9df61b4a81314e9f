# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ManyTasks(nn.Module):
    def __init__(self, tasks):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.heads = nn.ModuleDict({name: nn.Linear(16, n) for name, n in tasks.items()})

    def forward(self, x):
        h = self.body(x)
        return {name: head(h) for name, head in self.heads.items()}


def batch(task, n, size=24):
    x = torch.randn(size, 6)
    return x, x[:, :n].argmax(1)


def main():
    torch.manual_seed(0)
    tasks = {"a": 2, "b": 3, "c": 4}
    model = ManyTasks(tasks)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for step in range(9):
        task = list(tasks)[step % 3]
        x, y = batch(task, tasks[task])
        out = model(x)
        loss = F.cross_entropy(out[task], y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        others = {t: o.softmax(-1).max(-1).values.mean().item() for t, o in out.items() if t != task}
        print(step, task, loss.item(), others)


main()
