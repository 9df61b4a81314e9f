# file: main.py
#! torch >=2.5: older ones do not tell the shapes of values inside a graph
import torch
from model import Compressor
from torch import nn


def total(parts, weights):
    return sum(weights[name] * value for name, value in parts.items())


def main():
    torch.manual_seed(0)
    model = Compressor()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    weights = {"picture": 1.0, "codebook": 1.0, "commitment": 0.25}
    for step in range(8):
        picture = torch.rand(6, 3, 8, 8)
        shown, parts = model(picture)
        parts["picture"] = nn.functional.mse_loss(shown, picture)
        loss = total(parts, weights)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")


main()
# file: model.py
import torch
from stages import Stages
from torch import nn


class Compressor(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.analysis = nn.Sequential(nn.Conv2d(3, 12, 4, 2, 1), nn.GELU(), nn.Conv2d(12, width, 1))
        self.stages = Stages(4, 8, width)
        self.synthesis = nn.Sequential(nn.Conv2d(width, 12, 1), nn.GELU(), nn.ConvTranspose2d(12, 3, 4, 2, 1))

    def forward(self, picture):
        latent = self.analysis(picture)
        code, commitment, codebook = self.stages(latent)
        return self.synthesis(code), {"commitment": commitment, "codebook": codebook}
# file: stages.py
import torch
from torch import nn


class Stage(nn.Module):
    def __init__(self, entries, width):
        super().__init__()
        self.table = nn.Embedding(entries, width)

    def forward(self, latent):
        rows = latent.permute(0, 2, 3, 1).contiguous()
        flat = rows.view(-1, rows.size(-1))
        nearest = (flat.detach().unsqueeze(1) - self.table.weight.detach()).norm(dim=2).argmin(1)
        entry = self.table(nearest).view_as(rows)
        pull = (rows - entry.detach()).square().mean()
        push = (entry - rows.detach()).square().mean()
        code = rows + (entry - rows).detach()  #! decoy
        return code.permute(0, 3, 1, 2).contiguous(), pull, push


class Stages(nn.Module):
    def __init__(self, number, entries, width):
        super().__init__()
        self.all = nn.ModuleList(Stage(entries, width) for _ in range(number))

    def forward(self, latent):
        rest, codes, pulls, pushes = latent.clone(), [], [], []
        for stage in self.all:
            code, pull, push = stage(rest)
            rest = rest - code  #~ cancelled-gradient
            codes.append(code)
            pulls.append(pull)
            pushes.append(push)
        return sum(codes), torch.stack(pulls).mean(), torch.stack(pushes).mean()
# file: quiet.py
import torch
from model import Compressor
from stages import Stages
from torch import nn


class DetachedStages(Stages):
    def forward(self, latent):
        rest, codes, pulls, pushes = latent, [], [], []
        for stage in self.all:
            code, pull, push = stage(rest)
            rest = rest - code.detach()
            codes.append(code.detach())
            pulls.append(pull)
            pushes.append(push)
        code = latent + (sum(codes) - latent).detach()
        return code, torch.stack(pulls).mean(), torch.stack(pushes).mean()


class OnlyTheFirstIsPulled(Stages):
    """The sum of all straight-through codes has the gradient of the latent once, which is what is wanted here."""

    def forward(self, latent):
        rest, codes, pulls, pushes = latent, [], [], []
        for stage in self.all:
            code, pull, push = stage(rest)
            rest = rest - code
            codes.append(code)
            pulls.append(pull)
            pushes.append(push)
        return sum(codes), pulls[0], torch.stack(pushes).mean()


def train(stages):
    torch.manual_seed(0)
    model = Compressor()
    model.stages = stages(3, 8, 6)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    for _ in range(6):
        picture = torch.rand(6, 3, 8, 8)
        shown, parts = model(picture)
        loss = nn.functional.mse_loss(shown, picture) + parts["codebook"] + 0.25 * parts["commitment"]
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


train(DetachedStages)
train(OnlyTheFirstIsPulled)
