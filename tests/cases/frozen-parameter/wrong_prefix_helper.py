# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from finetune.freeze import freeze_except
from finetune.report import count_trainable


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 3, padding=1)
        self.conv2 = nn.Conv2d(4, 6, 3, padding=1)

    def forward(self, x):
        return F.relu(self.conv2(F.relu(self.conv1(x)))).mean(dim=(2, 3))


class Model(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = Backbone()
        self.head = nn.Linear(6, classes)

    def forward(self, x):
        return self.head(self.backbone(x))


def main():
    torch.manual_seed(0)
    model = Model(4)
    freeze_except(model, prefix="fc")  #~ frozen-parameter
    print(count_trainable(model))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(2):
        images, labels = torch.rand(6, 1, 8, 8), torch.randint(0, 4, (6,))
        logits = model(images)
        loss = F.cross_entropy(logits, labels)
        print(step, loss.item(), (logits.argmax(1) == labels).float().mean().item())  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
# file: finetune/__init__.py
# file: finetune/freeze.py
def freeze_except(model, prefix):
    """Everything is frozen but the parameters whose name starts with `prefix`."""
    for name, parameter in model.named_parameters():
        parameter.requires_grad = name.startswith(prefix)  #! decoy
    return model
# file: finetune/report.py
def count_trainable(model):
    total = sum(p.numel() for p in model.parameters())
    live = sum(p.numel() for p in model.parameters() if p.requires_grad)
    return f"{total} parameters"
