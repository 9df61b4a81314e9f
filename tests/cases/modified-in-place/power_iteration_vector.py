import torch
import torch.nn as nn
import torch.nn.functional as F


class LipschitzLinear(nn.Module):
    """Divides the weight by an estimate of its largest singular value."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs) * 0.3)
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.register_buffer("u", F.normalize(torch.randn(outputs), dim=0))
        self.register_buffer("v", F.normalize(torch.randn(inputs), dim=0))

    def estimate(self):
        with torch.no_grad():
            self.v.copy_(F.normalize(self.weight.t() @ self.u, dim=0))  #~ modified-in-place
            self.u.copy_(F.normalize(self.weight @ self.v, dim=0))  #~ modified-in-place
        return torch.dot(self.u, self.weight @ self.v)  #~ modified-in-place

    def forward(self, x):
        return F.linear(x, self.weight / self.estimate(), self.bias)  #~ modified-in-place


def main():
    torch.manual_seed(0)
    critic = nn.Sequential(LipschitzLinear(3, 12), nn.LeakyReLU(0.2, inplace=True), LipschitzLinear(12, 1))  #! decoy
    optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(3):
        real, fake = torch.randn(10, 3), torch.rand(10, 3)
        fake -= 0.5  #! decoy
        loss = critic(fake).mean() - critic(real).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        print(step, loss.item())


if __name__ == "__main__":
    main()
