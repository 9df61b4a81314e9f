def roughness(net, x):
    """How fast the output moves with the input."""
    x = x.clone().requires_grad_(True)  #! decoy
    net(x).sum().backward(retain_graph=True)  #~ missing-create-graph
    return x.grad.pow(2).sum(1).mean()  #~ missing-create-graph
