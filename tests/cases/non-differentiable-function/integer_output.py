import torch
import torch.nn as nn


class Assign(torch.autograd.Function):
    """Nearest codeword, with a straight-through gradient for the input."""

    @staticmethod
    def forward(ctx, z, codebook):
        distance = torch.cdist(z, codebook)
        index = distance.argmin(dim=1)  #~ non-differentiable-function|no-derivative
        ctx.save_for_backward(index)
        ctx.shape = codebook.shape
        return index  #~ non-differentiable-function|no-derivative

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Tokenizer(nn.Module):
    def __init__(self, codes=6, dim=4):
        super().__init__()
        self.encode = nn.Linear(8, dim)
        self.codebook = nn.Parameter(torch.randn(codes, dim))
        self.register_buffer("values", torch.linspace(-1, 1, codes))

    def forward(self, x):
        index = Assign.apply(self.encode(x), self.codebook)  #~ non-differentiable-function
        return self.values[index]


def main():
    torch.manual_seed(0)
    model = Tokenizer()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        x = torch.randn(16, 8)
        target = torch.tanh(x[:, 0]).detach()  #! decoy
        loss = (model(x) - target).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
