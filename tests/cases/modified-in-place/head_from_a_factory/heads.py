import torch.nn as nn


def build(features, classes):
    """Two layers with a bounded middle."""
    first = nn.Linear(features, features)
    second = nn.Linear(features, classes)
    return nn.Sequential(
        first,
        nn.ReLU(inplace=True),  #! decoy
        nn.LayerNorm(features),
        nn.Sigmoid(),
        nn.ELU(inplace=True),  #~ modified-in-place
        second,
    )
