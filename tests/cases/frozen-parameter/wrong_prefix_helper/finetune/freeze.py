def freeze_except(model, prefix):
    """Everything is frozen but the parameters whose name starts with `prefix`."""
    for name, parameter in model.named_parameters():
        parameter.requires_grad = name.startswith(prefix)  #~ frozen-parameter
    return model
