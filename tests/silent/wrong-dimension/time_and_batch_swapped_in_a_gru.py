# file: main.py
import torch
from torch import nn

from mood import Mood


def main(steps=10):
    torch.manual_seed(0)
    mood = Mood()
    opt = torch.optim.Adam(mood.parameters(), lr=1e-2)
    texts = torch.randint(0, 40, (200, 7))
    for _ in range(steps):
        words = texts[torch.randperm(200)[:12]]
        loss = nn.functional.cross_entropy(mood(words), (words[:, 0] > 20).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.3f}")


main()
# file: mood.py
from torch import nn


class Mood(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.table = nn.Embedding(40, width)
        self.reader = nn.GRU(width, width, num_layers=2, bidirectional=True)  #~ wrong-dimension
        self.out = nn.Linear(2 * width, 2)

    def forward(self, words):
        states, _ = self.reader(self.table(words))
        return self.out(states.tanh().mean(1))  #! decoy
# file: quiet.py
import torch
from torch import nn

# Time comes first here, and the last time step is picked along it.
torch.manual_seed(0)
reader, out = nn.GRU(5, 8, bidirectional=True), nn.Linear(16, 1)
opt = torch.optim.Adam([*reader.parameters(), *out.parameters()], lr=1e-2)
for _ in range(10):
    x = torch.randn(12, 7, 5)
    states, _ = reader(x.transpose(0, 1))
    loss = (out(states.tanh()[-1]) - x[:, 0, :1]).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
