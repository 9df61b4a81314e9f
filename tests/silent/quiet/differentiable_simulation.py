# file: quiet.py
import torch
import torch.nn as nn


class Controller(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, s, t):
        return self.net(torch.cat([s, t.expand(s.size(0), 1)], 1))


def rollout(controller, s, steps=60):
    path, effort = [s], 0.0
    for i in range(steps):
        force = controller(s, torch.tensor([[i / steps]]))
        effort = effort + force.pow(2).mean()
        x, v = s.chunk(2, 1)
        v = v + 0.05 * (force - x)
        s = torch.cat([x + 0.05 * v, v], 1)
        path.append(s)
    return torch.stack(path), effort


def main(rounds=6):
    torch.manual_seed(0)
    controller = Controller()
    opt = torch.optim.Adam(controller.parameters(), lr=1e-2)
    records = []
    for it in range(rounds):
        path, effort = rollout(controller, torch.randn(8, 2))
        loss = path[-1].pow(2).sum(1).mean() + 1e-3 * effort
        opt.zero_grad()
        loss.backward()
        opt.step()
        records.append((loss.item(), path.detach()[-1].clone()))
        print(it, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
