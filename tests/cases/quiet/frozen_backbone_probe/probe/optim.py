def trainable(model):
    return [p for p in model.parameters() if p.requires_grad]
