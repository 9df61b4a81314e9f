"""How a place is named in a sentence: by its file, or by the cell of a notebook."""

from __future__ import annotations

import os
import sys


def short_place(file: str, line: int) -> str:
    """`train.py:5`, or `Cell In[3], line 5`."""
    cell = cell_name(file)
    return f"{cell}, line {line}" if cell else f"{os.path.basename(file)}:{line}"


def cell_name(file: str) -> str:
    """`Cell In[3]` for the text of a cell, as IPython calls it in tracebacks; "" for a file."""
    ipython = sys.modules.get("IPython")
    if ipython is None:
        return ""
    try:
        named = ipython.get_ipython().compile.format_code_name(file)
        label, number = named
    except Exception:  # no shell is running, it is another kind of shell, or it knows no such cell
        return ""
    return f"{label} {number}"
