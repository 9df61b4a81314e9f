import torch
import torch.nn as nn

from coupling import Coupling


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Coupling(flip=i % 2 == 1) for i in range(3)])

    def forward(self, x):
        z, total = x.clone(), torch.zeros(len(x))
        for layer in self.layers:
            z, log_det = layer(z)
            total = total + log_det
        return z, total


def main():
    torch.manual_seed(0)
    flow = Flow()
    opt = torch.optim.Adam(flow.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(16, 4) * 2 + 1
        x[:, 0] += 0.1 * torch.randn(16)  #! decoy
        z, log_det = flow(x)
        loss = (0.5 * z.pow(2).sum(-1) - log_det).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
