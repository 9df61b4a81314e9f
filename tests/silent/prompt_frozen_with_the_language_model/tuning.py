import torch
import torch.nn as nn


class PromptTuning(nn.Module):
    def __init__(self, lm, length):
        super().__init__()
        self.lm = lm
        lm.prompt = nn.Parameter(torch.randn(length, lm.dim) * 0.5)
        for p in lm.parameters():
            p.requires_grad_(False)  #~ frozen-parameter
        lm.head.requires_grad_(True)

    def forward(self, ids):
        prompt = self.lm.prompt.expand(ids.size(0), -1, -1)
        x = torch.cat([prompt, self.lm.embed(ids)], dim=1)
        return self.lm.head(self.lm.blocks(x))[:, prompt.size(1):]
