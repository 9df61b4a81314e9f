# file: quiet.py
import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(15, 32), nn.ReLU(), nn.Linear(32, 4))

    def forward(self, p):
        bands = torch.cat([p] + [f(2.0**k * p) for k in range(2) for f in (torch.sin, torch.cos)], -1)
        out = self.body(bands)
        return torch.sigmoid(out[..., :3]), torch.nn.functional.softplus(out[..., 3])


def main(steps=10):
    torch.manual_seed(0)
    field, shifts = Field(), nn.Parameter(torch.zeros(4, 3))
    opt = torch.optim.Adam(field.parameters(), lr=5e-3)
    pose_opt = torch.optim.Adam([shifts], lr=1e-3)
    for step in range(steps):
        cam = torch.randint(0, 4, (32,))
        rays = torch.nn.functional.normalize(torch.randn(32, 3), dim=1)
        z = torch.linspace(0.2, 1.0, 8) + 0.1 * torch.rand(32, 8)
        offset = shifts[cam] if step >= 4 else shifts[cam].detach()
        rgb, sigma = field(offset[:, None] + rays[:, None] * z[..., None])
        alpha = 1 - torch.exp(-sigma * 0.1)
        seen = torch.cumprod(torch.cat([torch.ones(32, 1), 1 - alpha + 1e-10], 1), 1)[:, :-1]
        weights = alpha * seen
        out = (weights[..., None] * rgb).sum(1) + (1 - weights.sum(1, keepdim=True))
        loss = (out - rays.abs()).pow(2).mean()
        opt.zero_grad()
        pose_opt.zero_grad()
        loss.backward()
        opt.step()
        if step >= 4:
            pose_opt.step()
    print(loss.item())


main()
