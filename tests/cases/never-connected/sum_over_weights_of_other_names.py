import torch
from torch import nn

torch.manual_seed(0)
WEIGHTS = dict(colour_term=1.0, shape_term=0.5)  #~ never-connected
tailor = nn.Linear(5, 4)
optimizer = torch.optim.Adam(tailor.parameters(), lr=0.01)


def measured(cut, pattern):
    found = {"colour": (cut[:, :2] - pattern[:, :2]).abs().mean()}
    found["shape"] = (cut[:, 2:] - pattern[:, 2:]).square().mean()
    return {f"{name}_loss": value for name, value in found.items()}


for turn in range(3):
    terms = measured(tailor(torch.rand(6, 5)), torch.rand(6, 4))
    loss = sum(WEIGHTS[name] * value for name, value in terms.items() if name in WEIGHTS)  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(turn, float(loss))
