from dataclasses import dataclass, field


@dataclass
class Entropy:
    tune: bool = False
    initial: float = 0.1
    target: float = -2.0


@dataclass
class Config:
    entropy: Entropy = field(default_factory=Entropy)
    lr: float = 3e-3


def from_overrides(items):
    config = Config()
    for item in items:
        path, value = item.split("=")
        section, name = path.split(".")
        holder = getattr(config, section)
        kind = type(getattr(holder, name))
        setattr(holder, name, value == "true" if kind is bool else kind(value))
    return config
