"""The site of the docs: Sphinx reads the same Markdown that a forge shows, and the pages of the causes."""

from __future__ import annotations

import sys
from pathlib import Path

SITE = Path(__file__).parent
sys.path[:0] = [str(SITE), str(SITE.parent.parent / "src")]

import gather  # noqa: E402 (it stands beside this file)

from whygrad import __version__  # noqa: E402

project = "whygrad"
author = "whygrad contributors"
copyright = author
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["site"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block", "colon_fence"]
suppress_warnings = ["misc.highlighting_failure"]  # excerpts of programs, not whole ones
nitpicky = False
default_role = "code"  # single backticks in docstrings
html_theme = "furo"
pygments_dark_style = "github-dark"  # the default underlines the names of imported modules
html_title = "whygrad"
html_static_path = ["static"]
html_css_files = ["whygrad.css"]
html_copy_source = False
html_show_sphinx = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"


def setup(app):
    """Pages that are made of others are written before Sphinx looks for files; links are changed as pages are read."""
    gather.write_pages(Path(app.srcdir))
    app.connect("source-read", gather.relink)
    from pygments.lexers.special import TextLexer

    app.add_lexer("diagnostic", TextLexer)
