import torch
import torch.nn as nn


class Towers(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.sound, self.image = nn.ModuleDict(self.parts(dim)), nn.ModuleDict(self.parts(dim))
        self.score = nn.Linear(2 * dim, 1)
        self.bus = {}
        self.sound["last"].register_forward_hook(self.send_sound)
        self.sound["last"].register_forward_hook(self.send_image)  #~ idle-parameter

    def parts(self, dim):
        return {"first": nn.Linear(dim, dim), "last": nn.Linear(dim, dim)}

    def send_sound(self, module, inputs, out):
        self.bus["sound"] = out

    def send_image(self, module, inputs, out):
        self.bus["image"] = out

    def forward(self, sound, image):
        for tower, x in ((self.image, image), (self.sound, sound)):
            tower["last"](tower["first"](x).relu())
        return self.score(torch.cat([self.bus["sound"], self.bus["image"]], 1))
