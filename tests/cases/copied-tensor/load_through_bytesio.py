import io

import torch
import torch.nn as nn
from torch.func import functional_call


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 6)
        self.b = nn.Linear(6, 2)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


class WeightStore:
    """Keeps the weights of every round as bytes, as the parameter server does."""

    def __init__(self):
        self.rounds = []

    def push(self, model):
        buffer = io.BytesIO()
        torch.save(model.state_dict(), buffer)  #~ copied-tensor|leaf-without-grad
        self.rounds.append(buffer.getvalue())

    def pull(self):
        return torch.load(io.BytesIO(self.rounds[-1]))  #~ copied-tensor|leaf-without-grad


def main():
    torch.manual_seed(0)
    model, store = Net(), WeightStore()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x, y = torch.randn(20, 4), torch.randint(0, 2, (20,))
    for round_ in range(3):
        store.push(model)
        logits = functional_call(model, store.pull(), (x,))
        loss = nn.functional.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(round_, loss.item(), (logits.argmax(1) == y).float().mean().item())  #! decoy


if __name__ == "__main__":
    main()
