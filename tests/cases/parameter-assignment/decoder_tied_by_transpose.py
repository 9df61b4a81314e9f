import torch
import torch.nn as nn
import torch.nn.functional as F


class TiedAutoEncoder(nn.Module):
    def __init__(self, sizes=(10, 6, 3)):
        super().__init__()
        self.down = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        self.up = nn.ModuleList(nn.Linear(b, a) for a, b in reversed(list(zip(sizes, sizes[1:]))))
        self.tie()

    def tie(self):
        for down, up in zip(reversed(self.down), self.up):
            up.weight = down.weight.t()  #~ parameter-assignment
            nn.init.zeros_(up.bias)  #! decoy

    def forward(self, x):
        for layer in self.down:
            x = torch.tanh(layer(x))
        for i, layer in enumerate(self.up):
            x = layer(x if i == 0 else torch.tanh(x))
        return x


def main():
    torch.manual_seed(0)
    model = TiedAutoEncoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)  #! decoy
    for step in range(3):
        x = torch.randn(16, 10)
        loss = F.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
