from torch.optim.lr_scheduler import LambdaLR


def warmup(opt, steps):
    return LambdaLR(opt, lambda step: min(1, step // steps))  #~ step-without-effect|zero-learning-rate
