class NoGradient(Exception):
    pass


def require_gradients(model):
    for name, p in model.named_parameters():
        if p.grad is None:
            raise NoGradient(f"{name} has no gradient")
