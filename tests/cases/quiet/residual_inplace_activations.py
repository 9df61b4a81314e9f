import torch
import torch.nn as nn


class Basic(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        out = self.relu(self.norm1(self.conv1(x)))
        out = self.norm2(self.conv2(out))
        out += x
        return self.relu(out)


def main():
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(1, 4, 3),
        nn.ReLU(inplace=True),
        Basic(4),
        Basic(4),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Dropout(0.1, inplace=True),
        nn.Linear(4, 3),
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
    confusion = torch.zeros(3, 3, dtype=torch.long)
    for step in range(3):
        x, y = torch.randn(6, 1, 10, 10), torch.randint(0, 3, (6,))
        x.clamp_(-2, 2).sub_(x.mean())
        logits = model(x)
        loss = nn.functional.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        confusion[y, logits.argmax(1)] += 1
        print(step, round(loss.item(), 4))
    print(confusion.sum().item())


if __name__ == "__main__":
    main()
