import torch
from torch import nn

torch.manual_seed(0)
speech = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3))
for name, weight in speech.named_parameters():
    weight.requires_grad = name.startswith("3.")  #~ frozen-parameter
learning = set()
for name, weight in speech.named_parameters():
    if weight.requires_grad:
        learning.add(name)
chosen = [weight for name, weight in speech.named_parameters() if name in learning]  #! decoy
optimizer = torch.optim.SGD(chosen, lr=0.1)
for epoch in range(3):
    loss = nn.functional.cross_entropy(speech(torch.randn(10, 6)), torch.randint(0, 3, (10,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
