import numpy as np
import torch
import torch.nn as nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(inplace=True), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


def robust_loss(errors, share=90):
    """Ignores the largest errors of the batch."""
    cut = np.percentile(errors, share)  #~ exported-while-recorded
    return errors[errors <= cut].mean()


def report(step, errors):
    values = errors.detach().numpy()  #! decoy
    print(step, np.round(np.median(values), 4))


def main():
    torch.manual_seed(0)
    model = Regressor()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(20, 6)
        errors = (model(x) - x[:, 0]).abs()  #~ exported-while-recorded
        loss = robust_loss(errors)  #~ exported-while-recorded
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        report(step, errors)


if __name__ == "__main__":
    main()
