import torch
from torch import nn

torch.manual_seed(0)


class Kiln(nn.Module):
    def __init__(self):
        super().__init__()
        self.clay = nn.Sequential(nn.Linear(5, 8), nn.ReLU())
        self.firing = nn.ModuleDict({"glaze": nn.Linear(8, 8), "cooling": nn.Linear(8, 2)})

    def forward(self, batch):
        return self.firing["cooling"](torch.tanh(self.firing["glaze"](self.clay(batch))))


KEPT = ("enamel", "varnish")
kiln = Kiln()
kiln.clay.requires_grad_(False)  #! decoy
for key, weight in kiln.firing.named_parameters():
    if any(key.startswith(part) for part in KEPT):  #~ frozen-parameter
        continue
    weight.requires_grad_(False)
optimizer = torch.optim.Adam(kiln.parameters(), lr=1e-2)
for turn in range(3):
    loss = (kiln(torch.randn(7, 5)) - 1).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(turn, loss.item())
