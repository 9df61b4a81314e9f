import torch


class ValidationError(Exception):
    pass


def accuracy(logits, y):
    if len(y) == 0:
        raise ValidationError("no samples")
    return (logits.argmax(dim=1) == y).float().mean().item()  #! decoy


def validate(net, x, y):
    net.eval()
    torch.set_grad_enabled(False)  #~ grad-disabled
    result = accuracy(net(x), y)
    torch.set_grad_enabled(True)
    net.train()
    return result
