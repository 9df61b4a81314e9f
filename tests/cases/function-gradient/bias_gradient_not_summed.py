import torch
import torch.nn as nn


class FusedBiasSwish(torch.autograd.Function):
    """x + bias followed by swish, keeping only the sum for the backward."""

    @staticmethod
    def forward(ctx, x, bias):
        z = x + bias
        gate = torch.sigmoid(z)
        ctx.save_for_backward(z, gate)
        return z * gate

    @staticmethod
    def backward(ctx, grad_output):
        z, gate = ctx.saved_tensors
        slope = gate * (1 + z * (1 - gate))
        grad = grad_output * slope
        grad_bias = grad.sum(-1)  #~ function-gradient
        return grad, grad_bias  #~ function-gradient


class FusedLinear(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs) / inputs ** 0.5)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return FusedBiasSwish.apply(nn.functional.linear(x, self.weight), self.bias)


def main():
    torch.manual_seed(0)
    model = nn.Sequential(FusedLinear(5, 16), nn.Linear(16, 9), nn.ReLU(inplace=True), nn.Linear(9, 1))  #! decoy
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(3):
        x = torch.randn(12, 5)
        loss = nn.functional.mse_loss(model(x).squeeze(-1), x.prod(-1))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
