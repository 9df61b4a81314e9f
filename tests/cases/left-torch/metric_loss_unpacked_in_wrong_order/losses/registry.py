from losses.weighted import WeightLoss

_FACTORY = {"weight": WeightLoss}


def create(name, **kwargs):
    return _FACTORY[name](**kwargs)
