def gradient_norm(model):
    total = 0.0
    for parameter in model.parameters():
        total += parameter.grad.norm().item() ** 2
    return total**0.5
