"""A diagnostic as a command of GitHub Actions, which shows it beside the line."""

from __future__ import annotations

from whygrad.diagnostic import Diagnostic
from whygrad.render.paths import shown_path

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def annotation(diagnostic: Diagnostic, folder: str) -> str:
    """One line; files are named as seen from `folder`, that of the checkout."""
    properties = {}
    if diagnostic.primary is not None:
        place = diagnostic.primary.place
        properties["file"] = shown_path(place.file, folder)
        properties["line"] = str(place.line)
        if place.column:
            properties["col"] = str(place.column)
        if place.end_line >= place.line:
            properties["endLine"] = str(place.end_line)
        if place.column and place.end_line == place.line:
            properties["endColumn"] = str(place.end_column)
    properties["title"] = f"whygrad: {diagnostic.cause}"
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    text = "\n".join([diagnostic.message, *(f"help: {text}" for text in diagnostic.helps[:1])])
    return f"::{LEVELS[diagnostic.severity]} {listed}::{_text(text)}"


def _text(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
