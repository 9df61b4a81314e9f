import torch.nn as nn


class Objective(nn.Module):
    def __init__(self, weight=0.5):
        super().__init__()
        self.rebuild, self.label, self.weight = nn.L1Loss(), nn.CrossEntropyLoss(), weight

    def forward(self, out, batch):
        rebuild = self.rebuild(batch["seen"], batch["whole"])  #~ loss-left-out
        return self.label(out["guess"], batch["label"]) + self.weight * rebuild
