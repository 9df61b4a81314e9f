def robust(pred, target, delta=1.0):
    error = pred - target
    if error.abs().item() < delta:  #~ function-transforms
        return 0.5 * error ** 2
    return delta * (error.abs() - 0.5 * delta)
