import torch


def assign_weights(module, weights):
    """Copies flat weights into the parameters of the same name."""
    for name, parameter in module.named_parameters():
        value = weights[name].view_as(parameter)
        with torch.no_grad():  #~ grad-disabled
            parameter.copy_(value)  #~ grad-disabled
