import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiTask(nn.Module):
    def __init__(self, inputs=8, hidden=20):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(inputs, hidden), nn.Tanh(), nn.Dropout(0.1))
        self.age = nn.Linear(hidden, 1)
        self.group = nn.Linear(hidden, 4)

    def forward(self, x):
        h = self.stem(x)
        return self.age(h).squeeze(-1), self.group(h)


def step(model, optimizer, x, age, group):
    predicted, logits = model(x)
    optimizer.zero_grad()
    age_loss = F.mse_loss(predicted, age)
    group_loss = F.cross_entropy(logits, group)
    age_loss.backward()  #~ backward-twice
    group_loss.backward()  #~ backward-twice
    optimizer.step()
    return age_loss.item(), group_loss.item()  #! decoy


def main():
    torch.manual_seed(0)
    model = MultiTask()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for i in range(3):
        x = torch.randn(16, 8)
        print(i, step(model, optimizer, x, x.sum(1), torch.randint(0, 4, (16,))))


if __name__ == "__main__":
    main()
