import torch


class Frozen:
    """Passes every call on to a module, and hands its tensors out without their history."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        attribute = getattr(self._module, name)
        if not callable(attribute):
            return attribute

        def call(*args, **kwargs):
            result = attribute(*args, **kwargs)
            if torch.is_tensor(result):
                return result.detach()  #~ detached-tensor
            return result

        return call
