"""Gradients asked for in every way: `autograd.grad`, second derivatives, Jacobians, chosen inputs."""

from __future__ import annotations

import torch


def asked_for(run, a, b, k):
    options = {"create_graph": bool(k % 2), "allow_unused": bool(k % 3)}
    return torch.autograd.grad((a.exp() * b).sum(), a, **options)[0]


def asked_for_of_something_else(run, a, b, k):
    return torch.autograd.grad(a.sum(), b, allow_unused=bool(k % 2), materialize_grads=k % 4 == 3)[0]


def asked_for_several(run, a, b, k):
    found = torch.autograd.grad([a.sum() * 2, (a * b).sum()], [a, b], [torch.ones(()), torch.ones(())])
    run.note(found)
    return found[0]


def second_derivative(run, a, b, k):
    (first,) = torch.autograd.grad(a.pow(3).sum(), a, create_graph=True)
    return torch.autograd.grad(first.sum(), a)[0]


def batched(run, a, b, k):
    out = a.reshape(-1).sin()
    return torch.autograd.grad(out, a, torch.eye(out.numel()), is_grads_batched=True)[0]


def jacobian(run, a, b, k):
    return torch.autograd.functional.jacobian(lambda x: x.sin() * 2, a.detach(), vectorize=bool(k % 2))


def hessian(run, a, b, k):
    return torch.autograd.functional.hessian(lambda x: x.pow(3).sum(), a.detach().reshape(-1)[:2])


def checked(run, a, b, k):
    x = torch.rand(2, dtype=torch.float64, requires_grad=True)
    run.note(torch.autograd.gradcheck(lambda t: t.sin() * 2, x))


def backward_into_some(run, a, b, k):
    w, u = torch.rand(4, requires_grad=True), torch.rand(4, requires_grad=True)
    (w * u).sum().backward(inputs=[w])
    run.note(w.grad, u.grad)
    return w


def backward_with_a_graph(run, a, b, k):
    w = torch.rand(4, requires_grad=True)
    w.pow(3).sum().backward(create_graph=True)
    w.grad.sum().backward()
    grad, w.grad = w.grad, None
    return grad


def accumulated(run, a, b, k):
    w = torch.rand(4, requires_grad=True)
    for _ in range(1 + k % 4):
        (w * 2).sum().backward()
    return w.grad


def graph_walked(run, a, b, k):
    names, waiting = [], [a.grad_fn]
    while waiting and len(names) < 20:
        node = waiting.pop()
        if node is not None:
            names.append(node.name())
            waiting += [n for n, _ in node.next_functions]
    run.note(names)


def edge_replaced(run, a, b, k):
    made = a * 2
    edge = torch.autograd.graph.get_gradient_edge(made)
    return torch.autograd.grad(made.sin().sum(), edge)[0]
