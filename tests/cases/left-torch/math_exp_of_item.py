import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Temperature(nn.Module):
    """Calibrates a trained classifier with one number."""

    def __init__(self):
        super().__init__()
        self.log_t = nn.Parameter(torch.zeros(1))

    def forward(self, logits):
        return logits / math.exp(self.log_t)  #~ left-torch


def expected_calibration_error(probs, labels, bins=5):
    conf, pred = probs.max(dim=1)
    ece = 0.0
    for low in torch.linspace(0, 1, bins + 1)[:-1].tolist():
        inside = (conf > low) & (conf <= low + 1 / bins)  #! decoy
        if inside.any():  #! decoy
            ece += inside.float().mean().item() * abs(
                (pred[inside] == labels[inside]).float().mean().item() - conf[inside].mean().item()
            )
    return ece


def main():
    torch.manual_seed(0)
    base = nn.Linear(6, 3)
    x, y = torch.randn(64, 6), torch.randint(0, 3, (64,))
    with torch.no_grad():  #! decoy
        logits = 5 * base(x)
    scale = Temperature()
    optimizer = torch.optim.Adam(scale.parameters(), lr=0.05)
    for step in range(5):
        scaled = scale(logits)
        loss = F.cross_entropy(scaled, y)
        print(step, loss.item(), expected_calibration_error(scaled.softmax(1), y))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
