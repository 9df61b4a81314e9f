"""Draws what a command prints in a terminal as a picture: terminal_picture.py PICTURE.svg COMMAND …"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME, TerminalTheme
from rich.text import Text

COLUMNS = 100
# The bright ones; those of `rich` are hard to read on grey.
RED, GREEN, BLUE, CYAN = (255, 107, 107), (63, 185, 80), (92, 169, 255), (86, 212, 221)
FONT_FACE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # a page of ours loads nothing from elsewhere


def printed(command: list[str]) -> str:
    """What the command writes, with the colours that it has in a terminal of this width."""
    surroundings = os.environ | {"COLUMNS": str(COLUMNS), "TERM": "xterm-256color", "FORCE_COLOR": "1"}
    done = subprocess.run(command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout


def _theme() -> TerminalTheme:
    colours = [tuple(SVG_EXPORT_THEME.ansi_colors[number]) for number in range(16)]
    colours[8:] = [colours[8], RED, GREEN, colours[11], BLUE, colours[13], CYAN, colours[15]]
    grey, text = tuple(SVG_EXPORT_THEME.background_color), tuple(SVG_EXPORT_THEME.foreground_color)
    return TerminalTheme(grey, text, colours[:8], colours[8:])


def main() -> None:
    """One SVG; the part from the first diagnostic on, under the command line."""
    picture, *command = sys.argv[1:]
    text = printed(command)
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(Text("$ " + " ".join(Path(word).name if at == 0 else word for at, word in enumerate(command))))
    plain = Text.from_ansi(text)
    start = plain.plain.find("error[")
    console.print(plain[max(start, 0) :])
    drawn = console.export_svg(title="whygrad", unique_id="whygrad", theme=_theme())
    Path(picture).write_text(FONT_FACE.sub("", drawn), encoding="utf-8")


if __name__ == "__main__":
    main()
