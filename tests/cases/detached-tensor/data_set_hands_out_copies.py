import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __init__(self):
        self.x = torch.rand(12, 2, requires_grad=True)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, index):
        return self.x[index].detach()  #~ detached-tensor


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 8), nn.Softplus(), nn.Linear(8, 1))

    def forward(self, x):
        return self.net(x)


def slope(field, x):
    value = field(x)
    (gradient,) = torch.autograd.grad(value.sum(), x, create_graph=True)
    return gradient.norm(dim=1)


torch.manual_seed(0)
field = Field()
optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
for x in DataLoader(Points(), batch_size=4):  #! decoy
    loss = (slope(field, x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
