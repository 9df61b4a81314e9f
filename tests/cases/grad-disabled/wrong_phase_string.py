import torch
import torch.nn as nn
import torch.nn.functional as F

PHASES = ("training", "validation")


class SmallCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        return self.fc(F.relu(self.conv(x)).mean(dim=(2, 3)))


def fit(model, data, optimizer, epochs=2):
    for epoch in range(epochs):
        for phase in PHASES:
            model.train(phase == "training")
            hits = 0
            for inputs, labels in data[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):  #~ grad-disabled
                    outputs = model(inputs)
                    preds = outputs.argmax(dim=1)  #! decoy
                    loss = F.cross_entropy(outputs, labels)
                if phase == "training":
                    loss.backward()
                    optimizer.step()
                hits += torch.sum(preds == labels.data).item()  #! decoy
            print(epoch, phase, hits)


def main():
    torch.manual_seed(0)
    data = {
        phase: [(torch.rand(6, 1, 8, 8), torch.randint(0, 3, (6,))) for _ in range(3)] for phase in PHASES
    }
    model = SmallCNN()
    fit(model, data, torch.optim.SGD(model.parameters(), lr=0.01))


if __name__ == "__main__":
    main()
