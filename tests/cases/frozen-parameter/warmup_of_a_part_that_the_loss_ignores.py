# file: main.py
import torch
from torch import nn

from schedule import open_only


class Verse(nn.Module):
    def __init__(self):
        super().__init__()
        self.lines = nn.Linear(6, 8)
        self.rhyme = nn.Linear(8, 4)

    def forward(self, x):
        h = torch.tanh(self.lines(x))
        return h, self.rhyme(h)


def main():
    torch.manual_seed(0)
    verse = Verse()
    optimizer = torch.optim.SGD(verse.parameters(), lr=0.1)
    for epoch in range(3):
        open_only(verse, "rhyme" if epoch < 1 else ["lines", "rhyme"])  #~ frozen-parameter
        h, rhymes = verse(torch.randn(10, 6))
        loss = (h[:5] - h[5:]).square().sum(1).mean()  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


main()
# file: schedule.py
def open_only(model, names):
    """Lets the named parts learn, and no other part."""
    if isinstance(names, str):
        names = [names]
    for name, part in model.named_children():
        if name in names:
            part.requires_grad_(True)
        else:
            part.requires_grad_(False)  #! decoy
