# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from zoo import load_pretrained


def unfreeze(*modules):
    for module in modules:
        module.requires_grad = True  #~ frozen-parameter


def main():
    torch.manual_seed(0)
    model = load_pretrained(classes=3)
    unfreeze(model.neck, model.classifier)
    optimizer = torch.optim.Adam(
        [{"params": model.neck.parameters(), "lr": 1e-4}, {"params": model.classifier.parameters()}], lr=1e-3
    )
    for step in range(2):
        x, y = torch.randn(8, 6), torch.randint(0, 3, (8,))
        logits = model(x)
        loss = F.cross_entropy(logits, y, weight=torch.tensor([1.0, 2.0, 1.0]))  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), logits.argmax(dim=1).tolist())  #! decoy


if __name__ == "__main__":
    main()
# file: zoo.py
import torch
import torch.nn as nn


class Pretrained(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = nn.Linear(6, 12)
        self.neck = nn.Linear(12, 8)
        self.classifier = nn.Linear(8, classes)

    def forward(self, x):
        return self.classifier(torch.relu(self.neck(torch.relu(self.backbone(x)))))


def load_pretrained(classes):
    model = Pretrained(classes)
    for p in model.parameters():
        p.requires_grad = False  #~ frozen-parameter
    return model
