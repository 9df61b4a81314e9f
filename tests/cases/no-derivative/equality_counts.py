import torch
import torch.nn as nn


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 6, batch_first=True)
        self.out = nn.Linear(6, 4)

    def forward(self, x):
        return self.out(self.rnn(x)[0])


class ConfusionLoss(nn.Module):
    def __init__(self, classes, weight):
        super().__init__()
        self.classes = classes
        self.register_buffer("weight", torch.as_tensor(weight))  #! decoy

    def matrix(self, logits, labels):
        pred = logits.flatten(0, 1).sort(dim=-1, descending=True)[1][:, 0]  #~ no-derivative
        flat = labels.flatten() * self.classes + pred
        counts = torch.bincount(flat, minlength=self.classes ** 2)  #~ no-derivative
        return counts.view(self.classes, self.classes).float()

    def forward(self, logits, labels):
        confusion = self.matrix(logits, labels)
        recall = confusion.diag() / confusion.sum(dim=1).clamp(min=1)
        return 1 - (recall * self.weight).sum() / self.weight.sum()


def main():
    torch.manual_seed(0)
    model, criterion = Counter(), ConfusionLoss(4, [1.0, 2.0, 1.0, 1.0])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        x = torch.randn(3, 7, 4)
        labels = x.argmax(dim=-1)  #! decoy
        loss = criterion(model(x), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
