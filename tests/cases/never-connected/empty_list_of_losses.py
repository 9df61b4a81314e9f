import torch
import torch.nn as nn


class Matcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(4, 3)

    def forward(self, x):
        return self.embed(x)


def pair_loss(z, labels, margin=1.0):
    losses = []
    for i in range(len(z)):
        for j in range(i + 1, len(z)):
            if labels[i] != labels[j]:  #! decoy
                losses.append(torch.relu(margin - (z[i] - z[j]).norm()))
    return sum(losses) / max(len(losses), 1)  #~ never-connected


def batches(n):
    for step in range(n):
        labels = torch.tensor([0, 1, 0, 1]) if step != 30 else torch.zeros(4, dtype=torch.long)  #! decoy
        yield torch.randn(4, 4), labels


def main():
    torch.manual_seed(0)
    model = Matcher()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    total = 0.0
    for x, labels in batches(40):
        loss = pair_loss(model(x), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()  #! decoy
    print(total)


if __name__ == "__main__":
    main()
