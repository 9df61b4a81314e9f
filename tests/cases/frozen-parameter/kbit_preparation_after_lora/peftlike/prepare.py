import torch


def prepare_for_kbit_training(model):
    """Freezes the base model and keeps the small tensors in float32."""
    for name, param in model.named_parameters():
        param.requires_grad = False  #~ frozen-parameter
    for param in model.parameters():
        if param.dtype in (torch.float16, torch.bfloat16):
            param.data = param.data.float()  #! decoy
    return model
