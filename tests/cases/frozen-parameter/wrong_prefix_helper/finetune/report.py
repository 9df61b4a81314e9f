def count_trainable(model):
    total = sum(p.numel() for p in model.parameters())
    live = sum(p.numel() for p in model.parameters() if p.requires_grad)
    return f"{total} parameters"
