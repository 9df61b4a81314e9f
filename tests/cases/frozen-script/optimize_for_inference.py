# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from deploy import accelerate


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(6, 12)
        self.tag = nn.Linear(12, 4)

    def forward(self, x):
        return self.tag(torch.relu(self.embed(x)))


def main():
    torch.manual_seed(0)
    tagger = Tagger()
    optimizer = torch.optim.Adam(tagger.parameters(), lr=1e-3)
    fast = accelerate(tagger)
    for step in range(3):
        x, y = torch.randn(8, 6), torch.randint(0, 4, (8,))
        logits = fast(x)
        loss = F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), logits.argmax(dim=1).tolist())  #! decoy


if __name__ == "__main__":
    main()
# file: deploy.py
import warnings

import torch

warnings.filterwarnings("ignore", category=DeprecationWarning)


def accelerate(model):
    """The model as the server runs it."""
    scripted = torch.jit.script(model.eval())
    return torch.jit.optimize_for_inference(scripted)  #~ frozen-script
