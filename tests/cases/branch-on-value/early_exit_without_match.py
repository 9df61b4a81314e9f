import torch
import torch.nn as nn


class Router(nn.Module):
    def __init__(self, experts=3):
        super().__init__()
        self.gate = nn.Linear(4, experts)
        self.experts = nn.ModuleList(nn.Linear(4, 2) for _ in range(experts))

    def forward(self, x):
        out = torch.zeros(len(x), 2)
        weights = self.gate(x).softmax(dim=-1)
        for i, expert in enumerate(self.experts):
            chosen = weights[:, i].mean()
            if chosen > 0.75:  #~ branch-on-value
                out = out + chosen * expert(x)
        return out


def main():
    torch.manual_seed(0)
    router = Router()
    with torch.no_grad():  #! decoy
        router.gate.bias.copy_(torch.tensor([5.0, 0.0, 0.0]))
    optimizer = torch.optim.SGD(router.parameters(), lr=0.05)
    used = []
    for step in range(30):
        x = torch.randn(6, 4)
        if step == 21:
            x[:, :] = 40 * torch.sign(x)
        out = router(x)
        used.append(out.abs().sum().item() > 0)  #! decoy
        loss = (out - x[:, :2].tanh()).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(sum(used), loss.item())


if __name__ == "__main__":
    main()
