import torch
import torch.nn as nn


class BinaryLinear(torch.autograd.Function):
    """Linear layer with the signs of its weights; the gradient passes straight through."""

    @staticmethod
    def forward(ctx, x, weight):
        signs = torch.sign(weight)
        ctx.save_for_backward(x, weight, signs)
        return x @ signs.t()

    @staticmethod
    def backward(ctx, grad_output):
        x, weight, signs = ctx.saved_tensors
        grad_x = grad_output @ signs
        grad_weight = grad_output.t() @ x
        grad_weight[weight.abs() > 1] = 0  #! decoy
        grad_bias = grad_output.sum(0)
        return grad_x, grad_weight, grad_bias  #~ function-gradient


class Binary(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs) * 0.5)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        out = BinaryLinear.apply(x, self.weight)
        out += self.bias  #! decoy
        return out


def main():
    torch.manual_seed(0)
    model = nn.Sequential(Binary(6, 16), nn.ReLU(inplace=True), Binary(16, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        x, y = torch.randn(9, 6), torch.randint(0, 2, (9,))
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
