"""Text that is safe to show: what could move a terminal's cursor or deceive its reader is spelled out."""

from __future__ import annotations

import re

TAB = 4

# Controls, bidirectional overrides, invisible and line-separating characters, halves of surrogate pairs. The joiners
# U+200C and U+200D stay: emoji and several scripts are written with them.
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)


def escaped(match: re.Match[str]) -> str:
    """An unsafe character as Python would write it in a string."""
    code = ord(match.group())
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def one_line(text: str) -> str:
    """The text with everything unsafe spelled out, line breaks too."""
    return UNSAFE.sub(escaped, text)


def prose(text: str) -> str:
    """As `one_line`, but line breaks stay and tabs become spaces."""
    lines = text.replace("\r\n", "\n").replace("\t", " " * TAB).split("\n")
    return "\n".join(one_line(line) for line in lines)
