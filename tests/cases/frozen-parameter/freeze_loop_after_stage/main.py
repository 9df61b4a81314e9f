import torch
import torch.nn as nn

from stages import Stage, run_stage


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Linear(6, 10)
        self.classifier = nn.Linear(10, 3)

    def forward(self, x):
        return self.classifier(torch.relu(self.features(x)))


def main():
    torch.manual_seed(0)
    net = Net()
    x, y = torch.randn(30, 6), torch.randint(0, 3, (30,))
    stages = [
        Stage("warm up", ["features", "classifier"], lr=0.1, epochs=2),
        Stage("head", ["classifier"], lr=0.05, epochs=2),
        Stage("polish", ["features"], lr=0.01, epochs=2),
    ]
    for stage in stages:
        loss = run_stage(net, stage, x, y)
        print(stage.name, loss)


if __name__ == "__main__":
    main()
