def slow_down(layer, factor):
    """A smaller learning rate for one layer."""
    for p in layer.parameters():
        p.register_hook(lambda g: g * factor)  #~ hook-registration|hook-result|zero-gradient|masked-gradient|underflow
