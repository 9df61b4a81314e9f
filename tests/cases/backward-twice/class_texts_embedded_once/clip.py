import torch
import torch.nn as nn
import torch.nn.functional as F


class PromptTuner(nn.Module):
    def __init__(self, classes=4, dim=8):
        super().__init__()
        self.context = nn.Parameter(0.02 * torch.randn(3, dim))
        self.register_buffer("names", torch.randn(classes, 2, dim))
        self.text, self.image = nn.Linear(dim, dim), nn.Linear(12, dim)
        self.text.requires_grad_(False)
        self.image.requires_grad_(False)
        self._classes = None

    def class_features(self):
        if self._classes is None:
            prompts = torch.cat([self.context.expand(len(self.names), -1, -1), self.names], 1)
            self._classes = F.normalize(self.text(prompts).mean(1), dim=-1)  #~ backward-twice
        return self._classes

    def forward(self, x):
        with torch.no_grad():  #! decoy
            image = F.normalize(self.image(x), dim=-1)
        return 10 * image @ self.class_features().T
