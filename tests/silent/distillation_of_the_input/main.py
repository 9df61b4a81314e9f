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
