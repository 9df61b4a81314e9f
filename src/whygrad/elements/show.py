"""`show(of, wrt)`: a derivative as one heat map; HTML by itself, files and figures with matplotlib."""

from __future__ import annotations

import base64
import html
from typing import Any

import torch

from whygrad.elements.mosaic import coloured, mosaic_of, png_of, thinned

WIDE, LARGEST_CELL = 320, 24  # pixels on the screen: a small derivative is drawn larger
INCHES, NARROWEST = 7.0, 1.5  # of a figure


class Picture:
    """A derivative over the elements of a tensor of any shape; `values` is the derivative itself."""

    def __init__(self, values: torch.Tensor) -> None:
        self.values = values.detach().cpu()
        if self.values.is_complex():
            raise TypeError("a complex derivative has no heat map: draw its `.real`, its `.imag` or its `.abs()`")

    def matrix(self) -> torch.Tensor:
        """The values as one matrix: a vector is one row; with more than two axes, the matrices of the last two form a
        grid, with nan between them."""
        matrix, theirs = mosaic_of(self.values)
        return matrix.masked_fill(~theirs, float("nan"))

    def figure(self) -> Any:
        """A matplotlib figure, red above zero and blue below; raises ImportError without matplotlib."""
        try:
            from matplotlib.figure import Figure
        except ImportError as error:
            raise ImportError("drawing needs matplotlib: pip install 'whygrad[plot]'") from error
        matrix, limit = self.matrix(), self._limit()
        tall, wide = matrix.shape
        width, height = INCHES, INCHES * max(tall, 1) / max(wide, 1)
        if height > INCHES:
            width, height = INCHES * wide / tall, INCHES
        figure = Figure(figsize=(max(width, NARROWEST) + 1, max(height, NARROWEST)), layout="constrained")
        axes = figure.add_subplot()
        drawn = axes.imshow(matrix.tolist(), cmap="RdBu_r", vmin=-limit, vmax=limit, aspect="auto")
        axes.set_title(f"derivative, {self._shape()}")
        if self.values.dim() != 2:  # rows and columns of the picture are no elements' numbers
            axes.set_yticks([])
        if self.values.dim() > 2:
            axes.set_xticks([])
        figure.colorbar(drawn, ax=axes)
        return figure

    def save(self, path: Any) -> None:
        """Write the figure to a file; the extension of the name decides the format."""
        self.figure().savefig(path)

    def _shape(self) -> str:
        return " x ".join(map(str, self.values.shape)) or "one number"

    def _limit(self) -> float:
        """The largest finite value, so that the same colour is the same size above and below zero."""
        finite = self.values[torch.isfinite(self.values)]
        return float(finite.abs().max()) or 1.0 if finite.numel() else 1.0

    def _repr_html_(self) -> str:
        """One inline PNG, made without any library."""
        limit = self._limit()
        title = f"derivative, {self._shape()}, from {-limit:.3g} to {limit:.3g}"
        if not self.values.numel():
            return f"<div><small>derivative, {html.escape(self._shape())}: no elements</small></div>"
        matrix, theirs, every = thinned(*mosaic_of(self.values))
        tall, wide = matrix.shape
        cell = max(1, min(LARGEST_CELL, WIDE // max(tall, wide)))
        data = base64.b64encode(png_of(coloured(matrix, theirs, limit))).decode("ascii")
        note = ""
        if max(every) > 1:
            note = f"<br><small>a pixel is the largest of {every[0]} x {every[1]} elements</small>"
        style = f"width:{cell * wide}px;height:{cell * tall}px;image-rendering:pixelated;border:1px solid #ccc"
        image = f'<img alt="{html.escape(title)}" style="{style}" src="data:image/png;base64,{data}">'
        return f"<div><small>{html.escape(title)}</small><br>{image}{note}</div>"

    def __repr__(self) -> str:
        return f"Picture of a derivative of shape {tuple(self.values.shape)}: `.save(path)` draws it"
