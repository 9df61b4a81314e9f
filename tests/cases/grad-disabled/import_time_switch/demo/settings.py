import torch

# Settings of the inference server; the training script shares them.
SETTINGS = {"seed": 0, "window": 6, "lr": 1e-2}

torch.set_default_dtype(torch.float32)
torch.set_grad_enabled(False)  #~ grad-disabled
