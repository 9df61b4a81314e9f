def descend(params, lr=0.05):
    for w in params.values():
        w = w - lr * w.grad  #~ dropped-update
        w.grad = None
