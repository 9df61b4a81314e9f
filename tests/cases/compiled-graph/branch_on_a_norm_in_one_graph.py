import torch
import torch.nn as nn


class Limited(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)

    def forward(self, x):
        y = self.inner(x)
        if y.norm() > 1:  #~ compiled-graph
            y = y / y.norm()
        return y


def main():
    torch.manual_seed(0)
    model = Limited()
    fast = torch.compile(model, backend="eager", fullgraph=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = fast(torch.randn(2, 4)).sum()  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
