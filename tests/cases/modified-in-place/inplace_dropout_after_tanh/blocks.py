import torch.nn as nn

ACTIVATIONS = {
    "relu": lambda: nn.ReLU(inplace=True),  #! decoy
    "tanh": nn.Tanh,
}


def mlp(sizes, activation, dropout=0.0):
    layers = []
    for before, after in zip(sizes, sizes[1:-1]):
        layers.append(nn.Linear(before, after))
        layers.append(ACTIVATIONS[activation]())
        if dropout:
            layers.append(nn.Dropout(dropout, inplace=True))  #~ modified-in-place
    layers.append(nn.Linear(sizes[-2], sizes[-1]))
    return nn.Sequential(*layers)
