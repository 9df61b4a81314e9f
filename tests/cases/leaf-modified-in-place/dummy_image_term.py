# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from prompt import SoftPrompt


class MultiModal(nn.Module):
    def __init__(self, dim=8, classes=3):
        super().__init__()
        self.prompt = SoftPrompt(4, dim)
        self.vision = nn.Linear(6, dim)
        self.head = nn.Linear(dim, classes)

    def forward(self, words, image=None):
        if image is None:
            # touch the vision tower so that every rank has the same graph
            dummy = self.vision(torch.zeros(1, 6))
            prefix = self.prompt()
            prefix += dummy.mean() * 0.0  #~ leaf-modified-in-place
        else:
            prefix = self.prompt() + self.vision(image).mean(0)
        x = torch.cat([prefix.expand(len(words), -1, -1), words], dim=1)
        return self.head(x.mean(1))


def main():
    torch.manual_seed(0)
    model = MultiModal()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, has_image in enumerate([True, True, False]):
        words = torch.randn(5, 7, 8)
        words[:, -1] *= 0.0  #! decoy
        image = torch.randn(2, 6) if has_image else None
        loss = F.cross_entropy(model(words, image), torch.randint(0, 3, (5,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: prompt.py
import torch
import torch.nn as nn


class SoftPrompt(nn.Module):
    def __init__(self, length, dim):
        super().__init__()
        self.tokens = nn.Parameter(torch.zeros(length, dim))
        with torch.no_grad():
            self.tokens.normal_(std=0.02)  #! decoy

    def forward(self):
        return self.tokens
