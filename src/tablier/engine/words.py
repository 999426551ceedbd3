"""Quoting what was given, whatever it is."""

from __future__ import annotations


def shorten(value: object, most: int = 60) -> str:
    """Whatever was given, as a text fit to be quoted in a message of one line."""
    try:
        text = str(value)
    except ValueError:  # Python writes out no number of more than some thousand digits
        text = "a number of very many digits"
    printable = "".join(char if char.isprintable() else "?" for char in text[: most + 1])
    return printable if len(text) <= most else printable[:most] + "..."
