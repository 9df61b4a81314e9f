# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(5, 10)
        self.heads = nn.ModuleDict({"age": nn.Linear(10, 1), "height": nn.Linear(10, 1), "kind": nn.Linear(10, 4)})
        self.pooler = nn.Linear(10, 10)

    def forward(self, x, task):
        return self.heads[task](torch.relu(self.trunk(x)))


def main():
    torch.manual_seed(0)
    model = MultiHead()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    tasks = ["age", "kind", "age", "kind", "kind", "age"]
    for task in tasks:
        x = torch.randn(16, 5)
        out = model(x, task)
        if task == "kind":
            loss = F.cross_entropy(out, torch.randint(4, (16,)))
        else:
            loss = F.mse_loss(out, x[:, :1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(task, loss.item())


main()
