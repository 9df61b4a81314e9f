# file: main.py
import torch

torch.manual_seed(0)
w1 = torch.nn.Parameter(torch.ones(8, 3))  #~ equal-units
b1 = torch.nn.Parameter(torch.zeros(8))
w2 = torch.nn.Parameter(torch.ones(1, 8))
optimizer = torch.optim.Adam([w1, b1, w2], lr=1e-2)
for step in range(10):
    x = torch.randn(40, 3)
    y = (x.prod(1, keepdim=True) > 0).float()
    guess = torch.sigmoid(torch.tanh(x @ w1.t() + b1) @ w2.t())
    loss = torch.nn.functional.binary_cross_entropy(guess, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch

# One scale for each channel of two layers: all start at 1, and each channel has values of its own.
torch.manual_seed(0)
mix = torch.randn(8, 3)
first, second = torch.nn.Parameter(torch.ones(8, 1)), torch.nn.Parameter(torch.ones(8, 1))
optimizer = torch.optim.Adam([first, second], lr=1e-2)
for step in range(10):
    x = torch.randn(40, 3)
    units = torch.tanh(x @ (first * mix).t()) @ (second * mix)
    loss = (units - x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
