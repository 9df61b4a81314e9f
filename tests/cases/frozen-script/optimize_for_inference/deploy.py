import warnings

import torch

warnings.filterwarnings("ignore", category=DeprecationWarning)


def accelerate(model):
    """The model as the server runs it."""
    scripted = torch.jit.script(model.eval())
    return torch.jit.optimize_for_inference(scripted)  #~ frozen-script
