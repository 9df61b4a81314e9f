def describe(params):
    count = sum(p.numel() for p in params)
    return f"{count / 1e3:.2f}k trainable parameters"
