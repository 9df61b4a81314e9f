# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from report import describe


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.head = nn.Linear(12, 3)
        self.backbone.requires_grad_(False)  #! decoy

    def forward(self, x):
        with torch.no_grad():  #! decoy
            features = self.backbone(x)
        return self.head(features)

    def trainable(self):
        return filter(lambda p: p.requires_grad, self.parameters())  #~ optimizer-arguments


class Module:
    def __init__(self, model):
        self.model = model

    def configure_optimizers(self):
        params = self.model.trainable()  #~ optimizer-arguments
        print(describe(params))  #~ optimizer-arguments
        return torch.optim.AdamW(params, lr=1e-3)  #~ optimizer-arguments

    def training_step(self, batch):
        x, y = batch
        return F.cross_entropy(self.model(x), y)


def main():
    torch.manual_seed(0)
    module = Module(Probe())
    optimizer = module.configure_optimizers()
    for _ in range(3):
        loss = module.training_step((torch.randn(5, 6), torch.randint(0, 3, (5,))))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
# file: report.py
def describe(params):
    count = sum(p.numel() for p in params)
    return f"{count / 1e3:.2f}k trainable parameters"
