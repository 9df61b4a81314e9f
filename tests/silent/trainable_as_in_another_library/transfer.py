def fine_tune_head(model):
    for weight in model.layers.parameters():
        weight.trainable = False  #~ flag-on-module
    return model
