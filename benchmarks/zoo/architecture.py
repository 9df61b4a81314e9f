"""One entry of the zoo: a class of transformers, a tiny configuration, and a batch that it can learn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from torch import nn


@dataclass(frozen=True)
class Architecture:
    """`name` is the class in transformers; `build`, where given, makes the model in place of name and settings."""

    name: str
    batch: Callable[[], dict[str, Any]]
    settings: dict[str, Any] = field(default_factory=dict)
    build: Callable[[], nn.Module] | None = None

    def model(self) -> nn.Module:
        """A model with random weights; nothing is loaded from anywhere."""
        if self.build is not None:
            return self.build()
        import transformers

        kind = getattr(transformers, self.name)
        return kind(kind.config_class(**self.settings))
