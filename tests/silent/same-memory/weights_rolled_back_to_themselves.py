# file: main.py
import torch
import torch.nn as nn


def main():
    torch.manual_seed(0)
    w = nn.Parameter(torch.randn(6))
    optimizer = torch.optim.SGD([w], lr=0.1)
    for step in range(8):
        if step % 3 == 0:
            checkpoint = w.data  #~ same-memory
        x = torch.randn(32, 6)
        loss = (x @ w - x.sum(1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        w.copy_(checkpoint)  #~ same-memory
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn


def main():
    torch.manual_seed(0)
    w = nn.Parameter(torch.randn(6))
    optimizer = torch.optim.SGD([w], lr=0.1)
    for step in range(8):
        if step % 3 == 0:
            checkpoint = w.data.clone()
        x = torch.randn(32, 6)
        loss = (x @ w - x.sum(1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        w.copy_(checkpoint)
    print(loss.item())


main()
