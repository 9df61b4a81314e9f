# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from pooling import MaskedPooling


def main(steps=8):
    torch.manual_seed(0)
    model = MaskedPooling()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        words, lengths = torch.randn(8, 6, 4), torch.randint(2, 7, (8,))
        extra = torch.randn(8, 3)
        loss = F.mse_loss(model(words, lengths, extra), extra.sum(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: pooling.py
import torch
import torch.nn as nn


class MaskedPooling(nn.Module):
    def __init__(self):
        super().__init__()
        self.word, self.extra, self.out = nn.Linear(4, 8), nn.Linear(3, 8), nn.Linear(8, 1)

    def forward(self, words, lengths, extra):
        at = torch.arange(words.size(1)) - words.size(1)
        mask = (at.unsqueeze(0) >= lengths.unsqueeze(1)).float().unsqueeze(2)  #~ multiplied-by-zero
        h = self.word(words)
        pooled = (h * mask).sum(1)
        return self.out(torch.tanh(pooled + self.extra(extra))).squeeze(1)
