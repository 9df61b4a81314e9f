def freeze(module):
    for p in module.parameters():
        p.require_grad = False  #~ flag-on-module|requires-grad-misuse|frozen-parameter
    module.eval()
