# file: main.py
import torch
from torch import nn

from groups import split


class Prompted(nn.Module):
    def __init__(self):
        super().__init__()
        self.prompts = nn.Parameter(torch.randn(3, 8))
        self.body = nn.Linear(8, 8)

    def forward(self, x):
        return self.body(x + self.prompts.mean(0)).tanh()


def main():
    torch.manual_seed(0)
    model = Prompted()
    prompts, rest = split(model)
    for weight in rest:
        weight.requires_grad_(False)  #! decoy
    optimizer = torch.optim.SGD(prompts, lr=0.1)  #! decoy
    for step in range(4):
        loss = model(torch.randn(5, 8)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


main()
# file: groups.py
def split(model):
    chosen, rest = [], []
    for name, weight in model.named_parameters():
        if not name.startswith("prompt."):  #~ optimizer-arguments
            rest.append(weight)
            continue
        chosen.append(weight)
    return chosen, rest
