import torch
import torch.nn as nn
import torch.nn.functional as F


class GatedMixture(nn.Module):
    """A learned non-negative weight for each expert."""

    def __init__(self, inputs=6, experts=4):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(inputs, 1) for _ in range(experts))
        self.gates = nn.Parameter(torch.rand(experts))
        self.act = nn.ReLU(inplace=True)  #~ leaf-modified-in-place
        self.drop = nn.Dropout(0.1, inplace=True)  #! decoy

    def forward(self, x):
        weights = self.act(self.gates)  #~ leaf-modified-in-place
        answers = torch.cat([expert(x) for expert in self.experts], dim=1)
        answers = self.drop(answers)
        return (answers * weights).sum(1) / (weights.sum() + 1e-6)


def make_data(n):
    x = torch.randn(n, 6)
    x[:, 0].abs_()  #! decoy
    return x, x.sum(1)


def main():
    torch.manual_seed(0)
    model = GatedMixture()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(4):
        x, y = make_data(16)
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
