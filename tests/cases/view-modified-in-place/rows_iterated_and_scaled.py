import torch
import torch.nn as nn


def balance(similarity, rounds=2):
    """Alternating normalisation of rows and columns of a positive matrix."""
    for _ in range(rounds):
        for row in similarity:
            row /= row.sum()  #~ view-modified-in-place
        similarity = similarity / similarity.sum(0, keepdim=True)
    return similarity


class Matcher(nn.Module):
    def __init__(self, inputs=5, dim=8):
        super().__init__()
        self.left, self.right = nn.Linear(inputs, dim), nn.Linear(inputs, dim)

    def forward(self, a, b):
        scores = self.left(a) @ self.right(b).t()
        scores -= scores.max().detach()  #! decoy
        return balance(scores.mul(0.5).exp())


def main():
    torch.manual_seed(0)
    matcher = Matcher()
    optimizer = torch.optim.Adam(matcher.parameters(), lr=1e-2)
    for step in range(3):
        a = torch.randn(6, 5)
        order = torch.randperm(6)
        plan = matcher(a, a[order])
        truth = torch.zeros(6, 6)
        truth[order, torch.arange(6)] = 1  #! decoy
        loss = -(truth * plan.clamp_min(1e-8).log()).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
