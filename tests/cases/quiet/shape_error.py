import torch
import torch.nn as nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(8, 16)
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        with torch.no_grad():
            h = self.backbone(x)
        return self.head(h.detach())


def main():
    torch.manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for step in range(2):
        logits = model(torch.randn(5, 8))
        loss = nn.functional.cross_entropy(logits, torch.randint(0, 3, (5,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
