# file: main.py
import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Linear(2, 32)
        self.out = nn.Linear(32, 1)

    def forward(self, at):
        return self.out(torch.sin(3 * self.wide(at)))


class Smooth:
    """The weights as they were on the whole, of which pictures are drawn."""

    def __init__(self, field, keep=0.99):
        self.keep = keep
        self.values = {name: value.clone() for name, value in field.state_dict().items()}

    def follow(self, field):
        for name, value in field.state_dict().items():
            self.values[name] = self.keep * self.values[name] + (1 - self.keep) * value

    def put_into(self, field):
        with torch.no_grad():
            for name, parameter in field.named_parameters():
                parameter.copy_(self.values[name])  #~ update-undone


def picture(field, smooth):
    grid = torch.cartesian_prod(torch.linspace(-1, 1, 8), torch.linspace(-1, 1, 8))
    smooth.put_into(field)  #~ update-undone
    with torch.no_grad():
        return field(grid).view(8, 8)


torch.manual_seed(0)
field = Field()
smooth = Smooth(field)
optimizer = torch.optim.Adam(field.parameters(), lr=2e-3)
for number in range(6):
    for _ in range(6):
        at = torch.rand(64, 2) * 2 - 1
        loss = (field(at) - at.prod(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        smooth.follow(field)
    print(number, picture(field, smooth).std().item())
# file: quiet.py
import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Linear(2, 32)
        self.out = nn.Linear(32, 1)

    def forward(self, at):
        return self.out(torch.sin(3 * self.wide(at)))


class Anchor:
    """Goes a third of the way that the field has gone, and takes the field back to there."""

    def __init__(self, field, share=0.3):
        self.share = share
        self.values = [parameter.detach().clone() for parameter in field.parameters()]

    @torch.no_grad()
    def pull(self, field):
        for value, parameter in zip(self.values, field.parameters()):
            value.lerp_(parameter, self.share)
            parameter.copy_(value)


torch.manual_seed(0)
field = Field()
anchor = Anchor(field)
optimizer = torch.optim.Adam(field.parameters(), lr=2e-3)
for number in range(6):
    for _ in range(6):
        at = torch.rand(64, 2) * 2 - 1
        loss = (field(at) - at.prod(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    anchor.pull(field)
    print(number, loss.item())
