import torch
import torch.nn as nn
import torch.nn.functional as F


class Branch(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)

    def forward(self, x):
        return F.relu(self.fc(x))


class MultiModal(nn.Module):
    def __init__(self, widths, dim=6):
        super().__init__()
        self.widths = dict(widths)  #! decoy
        self.branches = {name: Branch(width, dim) for name, width in widths.items()}  #~ unregistered-module
        self.pool = nn.AdaptiveAvgPool1d(1)

    def forward(self, inputs):
        merged = torch.stack([self.branches[name](x) for name, x in inputs.items()], dim=-1)
        return self.pool(merged).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = MultiModal({"audio": 4, "video": 8})
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(2):
        inputs = {"audio": torch.randn(5, 4), "video": torch.randn(5, 8)}
        loss = F.cross_entropy(model(inputs), torch.randint(0, 6, (5,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
