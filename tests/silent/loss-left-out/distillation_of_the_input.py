# file: main.py
import torch
import torch.nn as nn

from objective import Objective


class Compressor(nn.Module):
    def __init__(self, dim=8, code=3):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(dim, 16), nn.GELU(), nn.Linear(16, code))
        self.decode = nn.Sequential(nn.Linear(code, 16), nn.GELU(), nn.Linear(16, dim))
        self.guess = nn.Linear(code, 2)

    def forward(self, x):
        code = self.encode(x)
        return {"code": code, "rebuilt": self.decode(code), "guess": self.guess(code)}


def main(steps=8):
    torch.manual_seed(0)
    model, objective = Compressor(), Objective()
    opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 8)
        batch = {"whole": x, "seen": x * (torch.rand_like(x) > 0.2), "label": (x[:, 0] > 0).long()}
        loss = objective(model(batch["seen"]), batch)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=8):
    """A constant is told along with the loss, and everything learns."""
    torch.manual_seed(0)
    encode, decode = nn.Linear(8, 3), nn.Linear(3, 8)
    opt = torch.optim.AdamW([*encode.parameters(), *decode.parameters()], lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 8)
        seen = x * (torch.rand_like(x) > 0.2)
        baseline = F.mse_loss(seen, x)
        loss = F.mse_loss(decode(encode(seen)), x) - baseline
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: objective.py
import torch.nn as nn


class Objective(nn.Module):
    def __init__(self, weight=0.5):
        super().__init__()
        self.rebuild, self.label, self.weight = nn.L1Loss(), nn.CrossEntropyLoss(), weight

    def forward(self, out, batch):
        rebuild = self.rebuild(batch["seen"], batch["whole"])  #~ loss-left-out
        return self.label(out["guess"], batch["label"]) + self.weight * rebuild
