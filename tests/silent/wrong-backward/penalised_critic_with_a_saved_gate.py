# file: main.py
#! torch >=2.5: older ones do not tell the shapes of values inside a graph
import torch
from critic import Critic
from torch import nn


def penalty(critic, real, fake):
    mix = torch.rand(real.size(0), 1)
    between = (mix * real + (1 - mix) * fake).requires_grad_()
    (slope,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)  #! decoy
    return (slope.norm(dim=1) - 1).square().mean()


def main():
    torch.manual_seed(0)
    critic, generator = Critic(), nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
    of_critic = torch.optim.Adam(critic.parameters(), lr=1e-3)
    of_generator = torch.optim.Adam(generator.parameters(), lr=1e-3)
    for step in range(6):
        real, noise = torch.randn(32, 2) * 0.5 + 1, torch.randn(32, 4)
        fake = generator(noise).detach()
        loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic, real, fake)
        of_critic.zero_grad()
        loss.backward()
        of_critic.step()
        of_generator.zero_grad()
        (-critic(generator(noise)).mean()).backward()
        of_generator.step()
        print(step, f"{loss.item():.4f}")


main()
# file: critic.py
import torch
from torch import nn


class Gelu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        gate = torch.sigmoid(beta * x)
        ctx.save_for_backward(x, gate)
        ctx.beta = beta
        return x * gate

    @staticmethod
    def backward(ctx, gradient):
        x, gate = ctx.saved_tensors
        slope = gate + ctx.beta * x * gate * (1 - gate)
        return gradient * slope, None  #~ wrong-backward


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 24), nn.Linear(24, 24), nn.Linear(24, 1)])

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = Gelu.apply(layer(x), 1.7)
        return self.layers[-1](x)
# file: quiet.py
import torch
from torch import nn


class Gelu(torch.autograd.Function):
    """The gate is computed again, so that it has a history of its own."""

    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        gate = torch.sigmoid(ctx.beta * x)
        return gradient * (gate + ctx.beta * x * gate * (1 - gate)), None


class Squash(torch.autograd.Function):
    """What is saved is the result, which autograd knows."""

    @staticmethod
    def forward(ctx, x):
        y = torch.tanh(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, gradient):
        (y,) = ctx.saved_tensors
        return gradient * (1 - y * y)


class Critic(nn.Module):
    def __init__(self, activation):
        super().__init__()
        self.first, self.last, self.activation = nn.Linear(2, 24), nn.Linear(24, 1), activation

    def forward(self, x):
        return self.last(self.activation(self.first(x)))


def penalty(critic, real, fake):
    mix = torch.rand(real.size(0), 1)
    between = (mix * real + (1 - mix) * fake).requires_grad_()
    (slope,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
    return (slope.norm(dim=1) - 1).square().mean()


def train(activation):
    torch.manual_seed(0)
    critic = Critic(activation)
    optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for _ in range(6):
        real, fake = torch.randn(32, 2) * 0.5 + 1, torch.randn(32, 2)
        loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic, real, fake)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


train(lambda x: Gelu.apply(x, 1.7))
train(Squash.apply)
