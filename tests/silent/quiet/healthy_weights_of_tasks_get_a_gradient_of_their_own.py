# file: quiet.py
# One pass for all tasks leaves gradients in their weights as well; those are put aside for the ones that balance them.
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(alpha=0.5):
    torch.manual_seed(0)
    x = torch.randn(48, 6)
    goals = [x @ torch.randn(6, 1), torch.sin(x[:, :1]), x[:, 1:2] * x[:, 2:3]]
    trunk, heads = nn.Linear(6, 16), nn.ModuleList([nn.Linear(16, 1) for _ in goals])
    weights = nn.Parameter(torch.ones(len(goals)))
    of_model = torch.optim.Adam([*trunk.parameters(), *heads.parameters()], lr=1e-2)
    of_weights = torch.optim.Adam([weights], lr=1e-2)
    at_first = None
    for step in range(16):
        hidden = torch.tanh(trunk(x))
        losses = torch.stack([F.mse_loss(head(hidden), goal) for head, goal in zip(heads, goals)])
        if at_first is None:
            at_first = losses.detach()
        of_model.zero_grad()
        (weights * losses).sum().backward(retain_graph=True)
        weights.grad.data = weights.grad.data * 0.0
        norms = [
            torch.norm(w * torch.autograd.grad(loss, trunk.weight, retain_graph=True)[0])
            for w, loss in zip(weights, losses)
        ]
        norms = torch.stack(norms)
        pace = losses.detach() / at_first
        wanted = norms.detach().mean() * (pace / pace.mean()) ** alpha
        weights.grad = torch.autograd.grad((norms - wanted).abs().sum(), weights)[0]
        of_model.step()
        of_weights.step()
        weights.data = weights.data * (len(goals) / weights.data.sum())
    print(losses.sum().item(), weights.tolist())


main()
