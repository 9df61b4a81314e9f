import torch
import torch.nn as nn


class MixtureGate(nn.Module):
    """Scores experts one at a time and turns the scores into a distribution."""

    def __init__(self, dim, experts):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(dim, 1) for _ in range(experts))

    def forward(self, x):
        scores = [expert(x).mean() for expert in self.experts]
        scores = torch.as_tensor(scores, dtype=torch.float32)  #~ rebuilt-tensor
        return scores.softmax(dim=0)


def entropy(p):
    return -(p * p.log()).sum()


def main():
    torch.manual_seed(0)
    gate = MixtureGate(5, 4)
    optimizer = torch.optim.Adagrad(gate.parameters(), lr=0.1)
    ideal = torch.as_tensor([0.4, 0.3, 0.2, 0.1])  #! decoy
    for step in range(3):
        p = gate(torch.randn(10, 5))
        loss = ((p - ideal) ** 2).sum() - 0.01 * entropy(p)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, [round(v, 3) for v in p.tolist()])


if __name__ == "__main__":
    main()
