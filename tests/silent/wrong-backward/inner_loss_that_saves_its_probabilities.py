# file: main.py
import torch
from losses import NegativeLogLikelihood
from torch.nn.functional import linear, relu


def logits(weights, x):
    return linear(relu(linear(x, *weights[:2])), *weights[2:])


def task():
    direction = torch.randn(4, 3)
    x = torch.randn(40, 4)
    y = (x @ direction).argmax(1)
    return (x[:20], y[:20]), (x[20:], y[20:])


def adapted(weights, x, y, rate=0.5, steps=2):
    for _ in range(steps):
        loss = NegativeLogLikelihood.apply(logits(weights, x), y)
        slopes = torch.autograd.grad(loss, weights, create_graph=True)
        weights = [w - rate * slope for w, slope in zip(weights, slopes, strict=True)]
    return weights


def main():
    torch.manual_seed(0)
    shapes = [(16, 4), (16,), (3, 16), (3,)]
    weights = [torch.nn.Parameter(0.3 * torch.randn(shape)) for shape in shapes]
    optimizer = torch.optim.Adam(weights, lr=1e-2)
    for step in range(6):
        total = 0.0
        for _ in range(3):
            (x, y), (held_x, held_y) = task()
            total = total + NegativeLogLikelihood.apply(logits(adapted(weights, x, y), held_x), held_y)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        print(step, f"{total.item():.4f}")


main()
# file: losses.py
import torch
from torch.nn.functional import one_hot


class NegativeLogLikelihood(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores, labels):
        log_probability = scores - scores.logsumexp(1, keepdim=True)
        ctx.save_for_backward(log_probability.exp(), labels)
        return -log_probability.gather(1, labels[:, None]).mean()

    @staticmethod
    def backward(ctx, gradient):
        probability, labels = ctx.saved_tensors
        difference = probability - one_hot(labels, probability.size(1))
        return gradient * difference / len(labels), None  #~ wrong-backward
# file: quiet.py
import torch
from losses import NegativeLogLikelihood
from torch.nn.functional import linear, one_hot, relu


class Likelihood(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores, labels):
        ctx.save_for_backward(scores, labels)
        log_probability = scores - scores.logsumexp(1, keepdim=True)
        return -log_probability.gather(1, labels[:, None]).mean()

    @staticmethod
    def backward(ctx, gradient):
        scores, labels = ctx.saved_tensors
        difference = scores.softmax(1) - one_hot(labels, scores.size(1))
        return gradient * difference / len(labels), None


def logits(weights, x):
    return linear(relu(linear(x, *weights[:2])), *weights[2:])


def train(loss_of, second_order):
    torch.manual_seed(0)
    shapes = [(16, 4), (16,), (3, 16), (3,)]
    weights = [torch.nn.Parameter(0.3 * torch.randn(shape)) for shape in shapes]
    optimizer = torch.optim.Adam(weights, lr=1e-2)
    for _ in range(6):
        x = torch.randn(40, 4)
        y = x[:, :3].argmax(1)
        slopes = torch.autograd.grad(loss_of(logits(weights, x[:20]), y[:20]), weights, create_graph=second_order)
        moved = [w - 0.5 * slope for w, slope in zip(weights, slopes, strict=True)]
        loss = loss_of(logits(moved, x[20:]), y[20:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


train(Likelihood.apply, True)
train(NegativeLogLikelihood.apply, False)
