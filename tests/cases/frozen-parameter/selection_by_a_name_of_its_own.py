# file: main.py
import torch
from torch import nn

from schedule import open_rhyme

torch.manual_seed(0)
verse = nn.ModuleDict({"lines": nn.Linear(6, 8), "rhymes": nn.Linear(8, 4)})
open_rhyme(verse)  #! decoy
optimizer = torch.optim.SGD(verse.parameters(), lr=0.1)
for epoch in range(3):
    loss = verse["rhymes"](verse["lines"](torch.randn(10, 6)).tanh()).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
# file: schedule.py
def open_rhyme(model):
    for name, weight in model.named_parameters():
        weight.requires_grad = name.startswith("rhyme.")  #~ frozen-parameter
