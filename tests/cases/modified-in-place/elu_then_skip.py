import torch
import torch.nn as nn
import torch.nn.functional as F


class TemporalBlock(nn.Module):
    def __init__(self, channels, dilation):
        super().__init__()
        self.conv1 = nn.Conv1d(channels, channels, 3, padding=dilation, dilation=dilation)
        self.conv2 = nn.Conv1d(channels, channels, 3, padding=dilation, dilation=dilation)

    def forward(self, x):
        out = F.relu(self.conv1(x), inplace=True)  #! decoy
        out = self.conv2(out)
        out += 0.0  #! decoy
        out = F.elu(out, inplace=True)
        out += x  #~ modified-in-place
        return out


class TCN(nn.Module):
    def __init__(self, channels=6, depth=3):
        super().__init__()
        self.lift = nn.Conv1d(1, channels, 1)
        self.blocks = nn.Sequential(*(TemporalBlock(channels, 2 ** i) for i in range(depth)))
        self.head = nn.Linear(channels, 1)

    def forward(self, x):
        h = self.blocks(self.lift(x.unsqueeze(1)))
        return self.head(h.mean(-1)).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = TCN()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(5, 24).cumsum(1)
        x /= x.std()  #! decoy
        loss = F.mse_loss(model(x), x[:, -1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
