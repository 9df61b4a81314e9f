import torch
import torch.nn as nn


class ScaleGradient(torch.autograd.Function):
    """Identity whose strength is learned from the size of the gradient."""

    @staticmethod
    def forward(ctx, x, strength):
        ctx.save_for_backward(x, strength)
        return x * 1.0

    @staticmethod
    def backward(ctx, grad_output):
        x, strength = ctx.saved_tensors
        grad_x = grad_output * strength
        grad_strength = (grad_output * x).sum().item()  #~ function-gradient
        return grad_x, grad_strength  #~ function-gradient


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU(inplace=True))  #! decoy
        self.main, self.side = nn.Linear(16, 3), nn.Linear(16, 2)
        self.strength = nn.Parameter(torch.tensor(0.3))

    def forward(self, x):
        h = self.body(x)
        return self.main(h), self.side(ScaleGradient.apply(h, self.strength))


def main():
    torch.manual_seed(0)
    model = Shared()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for step in range(3):
        main_logits, side_logits = model(torch.randn(10, 6))
        loss = nn.functional.cross_entropy(main_logits, torch.randint(0, 3, (10,)))
        loss = loss + nn.functional.cross_entropy(side_logits, torch.randint(0, 2, (10,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()  #! decoy
    print(total)


if __name__ == "__main__":
    main()
